package import ArgumentParser
package import FacialFun
import FacialFunWire
package import Films
import Glibc

/// Reason why a command failed.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Hashable, Sendable {
        /// An input is not there.
        case notFound
        /// An input is a link that leads to nothing.
        case brokenLink
        /// An input is a link in a circle of links.
        case linkLoop
        /// An input may not be read.
        case permissionDenied
        /// An input is larger than the limit.
        case tooManyBytes
        /// An input is the folder that this run writes to.
        case outputFolder
        /// An input cannot be read for another reason.
        case unreadable
        /// The decoder refuses a picture.
        case refused(ImageError.Code)
        /// A film cannot be read, or not all of it.
        case film(FilmError.Code)
        /// A picture or record is read, and is not fit for what it was given for.
        case unfitInput
        /// An option's value says nothing.
        case usage
        /// The source or the labels of an evaluation cannot be used.
        case labels
        /// The installation or the machine is not fit: a model is missing or damaged.
        case unfit
        /// Output cannot be written.
        case output
    }

    /// Kind of failure.
    package let code: Code
    /// The failure, the object and the remedy; without the path for errors in an input's contents.
    package let message: String
    /// The error number of the system call that failed, or 0 where none did.
    package let cause: Int32

    /// Makes an error.
    package init(code: Code, message: String, cause: Int32 = 0) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }

    /// The code as records spell it: `not_found`, `too_many_pixels`.
    package var name: String {
        let name =
            switch code {
            case .refused(let code): code.rawValue
            case .film(let code): code.rawValue
            default: "\(code)"
            }
        return name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }

    /// Exit code of the program.
    package var exitCode: ExitCode {
        switch code {
        case .unfit, .output: ExitCodes.unfit
        case .labels, .usage: .validationFailure
        default: ExitCodes.someInputsFailed
        }
    }
}

extension CommandError {
    /// An input is JPEGs one after the other, in a file.
    package static let jpegStream = Self(
        code: .unfitInput,
        message: "These are JPEGs one after the other, and nothing says when each was taken. "
            + "Pipe them, and say how many are shown in a second: "
            + "`facialfun score - --stream --fps 30 < FILE`.")

    /// The error of a system call on an input.
    package init(reading number: Int32) {
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
                code: .unreadable, message: "It cannot be read: \(Errno(number)).", cause: number)
        }
    }

    /// The error of an input that is larger than the limit.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are read.
    ///   - flag: The option that changes the limit, if there is one.
    /// - Returns: The error.
    package static func tooManyBytes(limit: Int, flag: String? = nil) -> CommandError {
        let remedy = flag.map { "\($0) raises the limit." } ?? "Save it smaller."
        return CommandError(
            code: .tooManyBytes,
            message: "It is larger than the limit of \(Counted.text(limit, "byte")). \(remedy)")
    }

    /// The error of a folder that is named as an input and as an output of one run.
    package static let outputFolder = CommandError(
        code: .outputFolder,
        message: "Pictures of this run are written to this folder. Name another one for them.")

    /// The error of a picture that the decoder refuses, in its words.
    ///
    /// - Parameters:
    ///   - error: The decoder's.
    ///   - namesFlags: Whether the command has the flags that change the limits.
    package init(_ error: ImageError, namesFlags: Bool = false) {
        let flag =
            switch error.code {
            case .tooManyBytes where namesFlags: " (--max-file-size)"
            case .tooManyPixels where namesFlags: " (--max-pixels)"
            default: ""
            }
        self.init(code: .refused(error.code), message: error.description + flag)
    }
}

extension CommandError {
    /// The error of a film, in its reader's words.
    package init(_ error: FilmError) {
        let flag = error.code == .tooLarge ? " (--max-pixels)" : ""
        self.init(code: .film(error.code), message: error.description + flag)
    }
}

extension CommandError {
    /// The error of a system call on an output: "standard output" or a path.
    package init(writing name: String, errno number: Int32) {
        self.init(
            code: .output, message: "Cannot write \(name): \(Errno(number)).", cause: number)
    }

    /// The error of a place that is not written to, and what to do instead.
    package init(writing name: String, because reason: String) {
        self.init(code: .output, message: "Cannot write \(name): \(reason)")
    }
}
