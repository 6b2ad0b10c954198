/// The error of the library: a stable code, and a message that names the object and the remedy.
///
/// A program translates it once, at its boundary, to an exit code or a response.
public struct FacialFunError: Error, Hashable, Sendable {
    /// The kind of failure.
    ///
    /// Each part of the library, and each library on top, declares its own codes in an extension.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code in JSON and messages, such as `too_many_pixels`.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes a code from its name.
        package init(_ name: String) { rawValue = name }
    }

    /// The kind of failure.
    public let code: Code
    /// Cause and remedy, in one or two sentences.
    public let message: String
    /// The message of the underlying library or program, if any.
    public let cause: String?
    /// The error number of the system call that failed (errno(3)), or 0.
    package let errorNumber: Int32
    /// The first invalid line of the file, from 1, if known.
    package let line: Int?

    /// Makes an error.
    package init(
        code: Code, message: String, cause: String? = nil, errorNumber: Int32 = 0, line: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.cause = cause
        self.errorNumber = errorNumber
        self.line = line
    }
}

extension FacialFunError: CustomStringConvertible {
    /// The message, with the cause in parentheses.
    public var description: String { cause.map { "\(message) (\($0))" } ?? message }
}

extension FacialFunError.Code {
    /// A file cannot be opened or read.
    public static let unreadable = Self("unreadable")
    /// A system call failed.
    package static let system = Self("system")
}
