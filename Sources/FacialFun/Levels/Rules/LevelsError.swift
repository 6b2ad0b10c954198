import FacialFunWire

/// An error in a file that this library reads.
package struct LevelsError: Error, CustomStringConvertible, Sendable {
    /// The kinds of failure, for code that must tell them apart.
    package enum Code: String, Sendable {
        /// The levels are not JSON, or a value of them is missing, unknown or unsound.
        case malformedLevels
        /// The same of the hints.
        case malformedHints
        /// The same of a recorded attempt.
        case malformedRecord
        /// The file was made for another emotion network.
        case wrongModel
        /// The file's thresholds are for scores at another operating point.
        case wrongOperatingPoint
    }

    /// The kind of failure.
    package let code: Code
    /// One line with the failure, its location (file, line and field) and the expected value.
    package let message: String
    /// The line of the file that is wrong, from 1; nil where the whole file is.
    package let line: Int?
    /// The error beneath, where there is one.
    package let cause: (any Error)?

    /// Makes an error.
    package init(code: Code, message: String, line: Int? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.line = line
        self.cause = cause
    }

    /// The message.
    package var description: String { message }

    /// The error of a file that was made for another network.
    static func wrongModel(
        file: String, made: ModelSummary, loaded: ModelSummary
    ) -> LevelsError {
        LevelsError(
            code: .wrongModel,
            message: """
                \(file): it was made for the scores of \(made.name) \(made.version), and the \
                network here is \(loaded.name) \(loaded.version). Name the file of this network, \
                or measure it anew.
                """)
    }
}
