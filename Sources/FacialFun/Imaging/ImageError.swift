/// Reason why a picture cannot be read or written.
public struct ImageError: Error, Hashable, Sendable {
    /// The kind of failure: stable names for programs.
    public enum Code: String, Hashable, Codable, Sendable {
        /// The file is empty.
        case empty
        /// The file is truncated.
        case truncated
        /// The file violates its format, or part of the pixels is lost.
        case corrupt
        /// Unsupported format, or unsupported kind of JPEG or PNG.
        case unsupportedFormat
        /// More bytes than ``DecodeLimits/maxFileBytes``.
        case tooManyBytes
        /// More pixels than ``DecodeLimits/maxPixels``, or a side over ``DecodeLimits/maxSide``.
        case tooManyPixels
        /// More scans than ``DecodeLimits/maxProgressiveScans``.
        case tooManyScans
        /// Not enough memory for the pixels.
        case outOfMemory
        /// A network returned numbers that are not finite: its weights are damaged.
        case unsoundModel
        /// The caller canceled the work: see ``CancellationCheck``.
        case stopped
    }

    /// The kind of failure.
    public let code: Code
    /// Cause and remedy, in one or two sentences.
    public let message: String
    /// The decoding library's message, if any.
    public let cause: String?

    /// Makes an error.
    package init(code: Code, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension ImageError {
    /// The error of canceled work.
    package static let stopped = ImageError(
        code: .stopped, message: "The work on the picture was stopped before its end.")
}

extension ImageError: CustomStringConvertible {
    /// The message, with the cause in parentheses.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
