/// Reason why a film, or a picture read by another program, cannot be read.
package struct FilmError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure: stable names for programs.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// ffmpeg is not installed.
        case readerMissing
        /// There is no picture in it: no film, or one of sound alone.
        case noPictures
        /// Part of it could not be read.
        case damaged
        /// More pixels or bytes than the limits allow.
        case tooLarge
        /// The helper program was stuck and was killed.
        case timedOut
        /// The system gives no pipe or process.
        case system
    }

    /// The kind of failure.
    package let code: Code
    /// Cause and remedy, in one or two sentences.
    package let message: String
    /// The words of the program that reads it, where it has said something.
    package let cause: String?

    /// Makes an error.
    package init(code: Code, message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message, with the cause in brackets.
    package var description: String { cause.map { "\(message) (\($0))" } ?? message }
}
