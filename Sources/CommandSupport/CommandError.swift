package import ArgumentParser
package import FacialFun
import FacialFunWire
import Films
import Glibc

/// Reason why a command failed.
package struct CommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Hashable, Sendable {
        /// An input does not exist.
        case notFound
        /// An input is a dangling link.
        case brokenLink
        /// An input is part of a loop of links.
        case linkLoop
        /// An input may not be read.
        case permissionDenied
        /// An input is larger than the limit.
        case tooManyBytes
        /// An input is the folder that this run writes to.
        case outputFolder
        /// An input cannot be read for another reason.
        case unreadable
        /// A picture or film cannot be read, or only part of it.
        case refused(FacialFunError.Code)
        /// A picture or record is readable, but not suitable for its purpose.
        case unfitInput
        /// An option has an invalid value.
        case usage
        /// The source or the labels of an evaluation cannot be used.
        case labels
        /// The installation or the machine is unsuitable: a model is missing or damaged.
        case unfit
        /// Output cannot be written.
        case output
    }

    /// Kind of failure.
    package let code: Code
    /// The failure, the object and the remedy; without the path for errors in an input's contents.
    package let message: String
    /// The error number of the failed system call; 0 if there was none.
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
    /// An input is a file of concatenated JPEGs.
    package static let jpegStream = Self(
        code: .unfitInput,
        message: "The file contains concatenated JPEGs, which have no timestamps. "
            + "Pipe them, and set the frame rate: "
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
                message: "The symbolic links form a loop. Name the file itself.",
                cause: number)
        default:
            self.init(
                code: .unreadable, message: "It cannot be read: \(Errno(number)).", cause: number)
        }
    }

    /// The error of an input that is larger than the limit.
    ///
    /// - Parameters:
    ///   - limit: Maximum number of bytes.
    ///   - flag: The option that changes the limit, if there is one.
    /// - Returns: The error.
    package static func tooManyBytes(limit: Int, flag: String? = nil) -> CommandError {
        let remedy = flag.map { "\($0) raises the limit." } ?? "Save it smaller."
        return CommandError(
            code: .tooManyBytes,
            message: "It is larger than the limit of \(Counted.text(limit, "byte")). \(remedy)")
    }

    /// The error of a folder that is both an input and an output of one run.
    package static let outputFolder = CommandError(
        code: .outputFolder,
        message: "This folder is an output of the same command. Name another output folder.")

    /// The error of a picture or film that cannot be read, with its reader's message.
    ///
    /// - Parameters:
    ///   - error: The reader's error.
    ///   - namesFlags: Whether the command has options that change the limits.
    package init(_ error: FacialFunError, namesFlags: Bool = false) {
        let flag =
            switch error.code {
            case .tooManyBytes where namesFlags: " (--max-file-size)"
            case .tooManyPixels where namesFlags: " (--max-pixels)"
            case .tooLarge: " (--max-pixels)"
            default: ""
            }
        self.init(code: .refused(error.code), message: error.description + flag)
    }
}

extension CommandError {
    /// The error of a system call on an output: "standard output" or a path.
    package init(writing name: String, errno number: Int32) {
        self.init(
            code: .output, message: "Cannot write \(name): \(Errno(number)).", cause: number)
    }

    /// The error of an output path that must not be written, with the remedy.
    package init(writing name: String, because reason: String) {
        self.init(code: .output, message: "Cannot write \(name): \(reason)")
    }
}
