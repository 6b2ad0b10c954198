public import TrainerStore

/// Why something about an account could not be done.
public struct AccountsError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// The database failed; ``AccountsError/storeError`` says how.
        case store
        /// A password could not be looked at in time (A9).
        case timedOut = "timed_out"
        /// The task that asked was cancelled.
        case cancelled
        /// A stored password's hash cannot be read.
        case damagedHash = "damaged_hash"
        /// The hash could not be computed; mostly for want of memory.
        case hashing
    }

    /// Which failure it is.
    public var code: Code
    /// What happened and the remedy; holds no personal data.
    public var message: String
    /// The error below, where there is one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Makes the error that passes on what the database said.
    public init(_ error: StoreError) {
        self.init(.store, error.message, cause: error)
    }

    /// What the database said; nil where it was not the database.
    public var storeError: StoreError? { cause as? StoreError }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

/// Calls the database; what it throws becomes this library's error.
func stored<Value>(
    _ body: () async throws(StoreError) -> Value
) async throws(AccountsError) -> Value {
    do { return try await body() } catch { throw AccountsError(error) }
}
