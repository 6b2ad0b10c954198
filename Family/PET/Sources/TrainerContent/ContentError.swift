/// Why a folder of content cannot be used.
public struct ContentError: Error, CustomStringConvertible, Sendable {
    /// What kind of failure it is; stable.
    public enum Code: String, Sendable {
        /// The folder is not there or cannot be read.
        case noFolder = "no_folder"
        /// The folder holds errors; ``ContentError/findings`` names them.
        case unfit
        /// A name is taken: an addition of it, or a question, is there already.
        case taken
        /// The folder cannot be copied.
        case notCopied = "not_copied"
        /// There are no texts in the language.
        case noLanguage = "no_language"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// All that is wrong with the folder, errors first.
    public let findings: [ContentFinding]
    /// The error behind it, where there is one.
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
