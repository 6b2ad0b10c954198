/// Why a picture cannot be read or written.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of failure: stable names for programs.
    public enum Code: String, Hashable, Codable, Sendable {
        /// There are no bytes.
        case empty
        /// The bytes end before the picture does.
        case truncated
        /// The bytes contradict their format, or part of the pixels is lost.
        case corrupt
        /// Not a format that is read, or a kind of JPEG or PNG that is not.
        case unsupportedFormat
        /// More bytes than ``DecodeLimits/maxFileBytes``.
        case tooManyBytes
        /// More pixels than ``DecodeLimits/maxPixels``, or a side over ``DecodeLimits/maxSide``.
        case tooManyPixels
        /// More scans than ``DecodeLimits/maxProgressiveScans``.
        case tooManyScans
        /// The memory for the pixels is not to be had.
        case outOfMemory
        /// A network that looks at pictures gives numbers that are not finite: its weights are damaged.
        case unsoundModel
        /// The caller gave the work up: see ``CancellationCheck``.
        case stopped
    }

    /// The kind of failure.
    public let code: Code
    /// What is wrong and what helps, in a sentence or two.
    public let message: String
    /// The decoding library's own words, where it has said something.
    public let cause: String?

    /// Makes an error.
    package init(code: Code, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension ImageError {
    /// The error of work that its caller gave up.
    package static let stopped = ImageError(
        code: .stopped, message: "The work on the picture was stopped before its end.")
}

extension ImageError: CustomStringConvertible {
    /// The message, with the cause in brackets.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
