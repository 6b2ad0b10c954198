/// Why the recognizer cannot be made ready.
package struct RecognizerError: Error, CustomStringConvertible, Sendable {
    /// What kind of failure it is; stable.
    package enum Code: String, Sendable {
        /// No folder of models was found, or one that a person named does not exist.
        case modelsNotFound
        /// A model's files cannot be read, are damaged, or fail their checksum.
        case modelUnreadable
        /// A model's files are sound, but it is no model for this task.
        case modelUnsuitable
        /// The file of the judgeability limits is missing or wrong.
        case limitsUnsound
    }

    /// What kind of failure it is.
    package let code: Code
    /// What happened, to which file, and what to do about it.
    package let message: String
    /// The error underneath, where there is one.
    package let cause: (any Error)?

    /// Makes an error.
    package init(code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    package var description: String { message }
}
