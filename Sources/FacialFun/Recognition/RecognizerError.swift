/// Reason why the recognizer cannot be created.
package struct RecognizerError: Error, CustomStringConvertible, Sendable {
    /// Kind of failure; stable.
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

    /// Kind of failure.
    package let code: Code
    /// The failure, the file and the remedy.
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
