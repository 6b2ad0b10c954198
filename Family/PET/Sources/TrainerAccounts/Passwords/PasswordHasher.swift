import Foundation
import Synchronization

/// Hashes passwords by scrypt, on threads of its own and a few at a time (A9, A12).
///
/// A hash takes half a second and 64 MiB. Few lanes keep the memory small and leave a
/// processor to the game; whoever waits does so in a queue in which the origins take turns, so that
/// many attempts from one address delay the others by one each at most. What cannot be done within
/// the limit is given up before it is begun.
///
/// The block of memory goes back to the system after each hash: the C library maps blocks of this
/// size on their own.
public final class PasswordHasher: Sendable {
    /// What new passwords cost.
    public let cost: PasswordCost
    private let threads: HashingThreads

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - cost: what new passwords cost; stored ones say themselves what they cost.
    ///   - lanes: how many hashes are computed at a time, each on a thread and with its memory.
    ///   - waitLimitSeconds: how long after it came a hash is to be there at the latest (A9).
    ///   - maximumWaiting: how many may wait; more time out at once.
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

    /// How many hashes wait for their turn.
    public var waiting: Int { threads.waiting }

    /// Hashes a new password.
    ///
    /// - Parameters:
    ///   - password: normalised, not empty.
    ///   - other: what it costs; nil for ``cost``.
    ///   - origin: who asks; origins take turns.
    /// - Returns: the encoded form `$scrypt$ln=16,r=8,p=2$salt$hash`.
    /// - Throws: ``AccountsError`` with `timedOut`, `cancelled` or `hashing`.
    public func hash(
        _ password: String, cost other: PasswordCost? = nil, from origin: String = ""
    ) async throws(AccountsError) -> String {
        let cost = other ?? cost
        return try await run(from: origin) { try EncodedHash(password, cost: cost).text }
    }

    /// Whether a password has a hash.
    ///
    /// A password that is too long to be one, or blank, has none; nothing is computed for it.
    ///
    /// - Parameters:
    ///   - typed: as it was typed.
    ///   - encoded: the stored hash.
    ///   - origin: who asks; origins take turns.
    /// - Returns: whether it is the password.
    /// - Throws: ``AccountsError`` with `timedOut`, `cancelled`, `damagedHash` or `hashing`.
    public func verify(
        _ typed: String, against encoded: String, from origin: String = ""
    ) async throws(AccountsError) -> Bool {
        guard let password = Password.normalised(typed), !password.isEmpty else { return false }
        // HMAC, of which scrypt is made, fills a short key up with zeros (RFC 2104, section 2): with
        // NULs at its end a password would be the same.
        guard !password.utf8.contains(0) else { return false }
        guard let hash = EncodedHash(encoded) else {
            throw AccountsError(
                .damagedHash,
                "A stored password cannot be read. Run `facialfun-family doctor`; restore a backup with "
                    + "`facialfun-family restore FILE`.")
        }
        return try await run(from: origin) { try hash.isHash(of: password) }
    }

    /// Whether a stored hash costs less, or other, than new ones do.
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
                                    "A password's hash could not be computed. Give the machine "
                                        + "128 MiB of free memory.", cause: error)
                            })
                    },
                    drop: { code in
                        continuation.resume(
                            returning: .failure(AccountsError(code, Self.sentence(code))))
                    })
                // Cancelled between its beginning and here: taken back now.
                if let id, ticket.set(id) { threads.cancel(id) }
            }
        } onCancel: {
            if let id = ticket.cancel() { threads.cancel(id) }
        }
        return try result.get()
    }

    private static func sentence(_ code: AccountsError.Code) -> String {
        code == .timedOut
            ? "Too many passwords wait to be looked at. Try again; if it stays so, give the server "
                + "more lanes." : "The request was cancelled."
    }
}

/// The number of queued work, known to whoever may cancel it before it is known at all.
private final class Ticket: Sendable {
    private let state = Mutex<(id: UInt64?, isCancelled: Bool)>((nil, false))

    /// Takes the number; true where the work was cancelled before.
    func set(_ id: UInt64) -> Bool {
        state.withLock { state in
            state.id = id
            return state.isCancelled
        }
    }

    /// Cancels; the number where it is known.
    func cancel() -> UInt64? {
        state.withLock { state in
            state.isCancelled = true
            return state.id
        }
    }
}
