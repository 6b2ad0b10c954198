import Emotions
import Glibc
import Support

/// Why the bytes of an input cannot be had.
package struct InputError: Error, Hashable, Sendable {
    /// Stable names, the same in every output format.
    package enum Code: String, Sendable {
        case notFound = "not_found"
        case brokenLink = "broken_link"
        case linkLoop = "link_loop"
        case permissionDenied = "permission_denied"
        case tooManyBytes = "too_many_bytes"
        case outputFolder = "output_folder"
        case unreadable
    }

    /// What kind of failure it is.
    package let code: Code
    /// What happened and what to do about it, without the path.
    package let message: String
    /// The error number of the system call that failed, or 0 where none did.
    package let cause: Int32

    /// Makes an error.
    package init(code: Code, message: String, cause: Int32 = 0) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The error of a failed system call.
    package init(errno number: Int32) {
        switch number {
        case ENOENT, ENOTDIR:
            self.init(
                code: .notFound,
                message: "There is no such file or folder. It may have been moved or deleted.",
                cause: number)
        case EACCES, EPERM:
            self.init(
                code: .permissionDenied,
                message: "Permission denied. Ask its owner for read permission.", cause: number)
        case ELOOP:
            self.init(
                code: .linkLoop,
                message: "The symbolic links lead in a circle. Name the file that is meant.",
                cause: number)
        default:
            self.init(
                code: .unreadable,
                message: "It cannot be read: \(Errno(number)).", cause: number)
        }
    }

    /// The error of an input that is larger than the limit.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are read.
    ///   - flag: The option that changes the limit, if there is one.
    /// - Returns: The error.
    package static func tooManyBytes(limit: Int, flag: String? = nil) -> InputError {
        let remedy = flag.map { "\($0) raises the limit." } ?? "Save it smaller."
        return InputError(
            code: .tooManyBytes,
            message: "It is larger than the limit of \(Counted.text(limit, "byte")). \(remedy)"
        )
    }

    /// The error of a folder that is named as an input and as an output of one run.
    package static let outputFolder = InputError(
        code: .outputFolder,
        message: "Pictures of this run are written to this folder. Name another one for them.")
}
