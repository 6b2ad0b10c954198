import Foundation
import Synchronization

/// Hashes passwords with scrypt, on separate threads and a few at a time (A9, A12).
///
/// A hash takes half a second and 64 MiB. Few threads limit the memory and leave a processor to the
/// game. Requests wait in a queue in which origins take turns, so a flood of attempts from one
/// address delays others by at most one hash each. Work that cannot be finished within the limit is
/// dropped before it starts. The memory returns to the system after each hash, because the C
/// library maps blocks of this size separately.
public final class PasswordHasher: Sendable {
    /// The cost of new passwords.
    public let cost: PasswordCost
    private let threads: HashingThreads

    /// Starts the threads.
    ///
    /// - Parameters:
    /// - cost: The cost of new passwords; stored hashes contain their own.
    /// - lanes: Number of concurrent hashes, each with its thread and memory.
    /// - waitLimitSeconds: Maximum time from a request to its result (A9).
    /// - maximumWaiting: Maximum number of waiting requests; further ones time out immediately.
    public init(
        cost: PasswordCost = .standard, lanes: Int = 1, waitLimitSeconds: Double = 15,
        maximumWaiting: Int = 1000
    ) {
        self.cost = cost
        threads = HashingThreads(
            lanes: lanes, waitLimit: .seconds(waitLimitSeconds), maximumWaiting: maximumWaiting)
    }

    deinit {
        threads.stop()
    }

    /// Number of waiting hashes.
    public var waiting: Int { threads.waiting }

    /// Hashes a new password.
    ///
    /// - Parameters:
    ///   - password: Normalized, not empty.
    ///   - other: The cost; nil for ``cost``.
    ///   - origin: The origin of the request; origins take turns.
    /// - Returns: The encoded form `$scrypt$ln=16,r=8,p=2$salt$hash`.
    /// - Throws: ``AccountsError`` with `timedOut`, `cancelled` or `hashing`.
    public func hash(
        _ password: String, cost other: PasswordCost? = nil, from origin: String = ""
    ) async throws(AccountsError) -> String {
        let cost = other ?? cost
        return try await run(from: origin) { try EncodedHash(password, cost: cost).text }
    }

    /// Whether a password has a hash.
    ///
    /// Blank and overlong passwords never match, and no hash is computed for them.
    ///
    /// - Parameters:
    /// - typed: The password as typed.
    /// - encoded: The stored hash.
    /// - origin: The origin of the request; origins take turns.
    /// - Returns: Whether the password is right.
    /// - Throws: ``AccountsError`` with `timedOut`, `cancelled`, `damagedHash` or `hashing`.
    public func verify(
        _ typed: String, against encoded: String, from origin: String = ""
    ) async throws(AccountsError) -> Bool {
        guard let password = Password.normalised(typed), !password.isEmpty else { return false }
        // HMAC, the basis of scrypt, pads short keys with zeros (RFC 2104, section 2), so trailing
        // NULs would not change the hash.
        guard !password.utf8.contains(0) else { return false }
        guard let hash = EncodedHash(encoded) else {
            throw AccountsError(
                .damagedHash,
                "A stored password cannot be read. Run `facialfun-family doctor`; restore a "
                    + "backup with "
                    + "`facialfun-family restore FILE`.")
        }
        return try await run(from: origin) { try hash.isHash(of: password) }
    }

    /// Whether the cost of a stored hash differs from that of new ones.
    public func isOutdated(_ encoded: String) -> Bool {
        EncodedHash(encoded)?.cost != cost
    }

    private func run<Value: Sendable>(
        from origin: String, _ work: @escaping @Sendable () throws -> Value
    ) async throws(AccountsError) -> Value {
        let ticket = Ticket()
        let result: Result<Value, AccountsError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let id = threads.enqueue(
                    from: origin,
                    work: {
                        continuation.resume(
                            returning: Result { try work() }.mapError { error in
                                AccountsError(
                                    .hashing,
                                    "Cannot hash a password. Each hash needs 128 MiB of free "
                                        + "memory.", cause: error)
                            })
                    },
                    drop: { code in
                        continuation.resume(
                            returning: .failure(AccountsError(code, Self.sentence(code))))
                    })
                // The task was canceled after it started and before the number was known: cancels
                // the work now.
                if let id, ticket.set(id) { threads.cancel(id) }
            }
        } onCancel: {
            if let id = ticket.cancel() { threads.cancel(id) }
        }
        return try result.get()
    }

    private static func sentence(_ code: AccountsError.Code) -> String {
        code == .timedOut
            ? "Too many passwords are waiting to be checked. Try again; if this persists, run the "
                + "server on more processors." : "The request was canceled."
    }
}

/// The number of queued work, which may be canceled before its number is known.
private final class Ticket: Sendable {
    private let state = Mutex<(id: UInt64?, isCancelled: Bool)>((nil, false))

    /// Stores the number; returns true if the work was already canceled.
    func set(_ id: UInt64) -> Bool {
        state.withLock { state in
            state.id = id
            return state.isCancelled
        }
    }

    /// Cancels the work; returns its number if it is known.
    func cancel() -> UInt64? {
        state.withLock { state in
            state.isCancelled = true
            return state.id
        }
    }
}
