/// The reason that a content folder cannot be used.
public struct ContentError: Error, CustomStringConvertible, Sendable {
    /// The stable kind of failure.
    public enum Code: String, Sendable {
        /// The folder does not exist or cannot be read.
        case noFolder = "no_folder"
        /// The folder has errors, listed in ``ContentError/findings``.
        case unfit
        /// The name of an addition or a question already exists.
        case taken
        /// The folder cannot be copied.
        case notCopied = "not_copied"
        /// There are no texts in the language.
        case noLanguage = "no_language"
    }

    /// The kind of failure.
    public let code: Code
    /// The message: the failure and its remedy.
    public let message: String
    /// All findings about the folder, errors first.
    public let findings: [ContentFinding]
    /// The underlying error, if any.
    public let cause: (any Error)?

    init(
        _ code: Code, _ message: String, findings: [ContentFinding] = [],
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.findings = findings
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
