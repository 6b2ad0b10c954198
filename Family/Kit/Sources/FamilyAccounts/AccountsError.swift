public import FamilyStore

/// A failed operation on an account.
public struct AccountsError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// The database failed; see ``AccountsError/storeError``.
        case store
        /// A password could not be hashed or compared in time (A9).
        case timedOut = "timed_out"
        /// The requesting task was canceled.
        case cancelled
        /// A stored password hash cannot be parsed.
        case damagedHash = "damaged_hash"
        /// The hash could not be computed, usually because memory was short.
        case hashing
    }

    /// The kind of failure.
    public var code: Code
    /// The failure and its remedy, without personal data.
    public var message: String
    /// The underlying error, if any.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Wraps an error of the database.
    public init(_ error: StoreError) {
        self.init(.store, error.message, cause: error)
    }

    /// The database's error; nil for other errors.
    public var storeError: StoreError? { cause as? StoreError }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

/// Calls the database and converts its errors to errors of this library.
func stored<Value>(
    _ body: () async throws(StoreError) -> Value
) async throws(AccountsError) -> Value {
    do { return try await body() } catch { throw AccountsError(error) }
}
