import Foundation
public import TrainerStore

/// What came of a PIN.
public enum PINOutcome: Hashable, Sendable {
    /// It was right.
    case right
    /// It was wrong; so many more may be before no PIN is looked at for a minute.
    case wrong(left: Int)
    /// No PIN is looked at for so many seconds, at least 1.
    case denied(seconds: Int)
    /// The account has no PIN yet: it is set with the password.
    case none
    /// It is not four digits; it was not looked at and does not count.
    case invalid
    /// It could not be looked at in time.
    case timedOut
}

extension Authenticator {
    /// Compares the parent's PIN, and counts what came of it.
    ///
    /// - Parameters:
    ///   - pin: as it was typed.
    ///   - id: the account whose parent it is to be.
    ///   - address: where it comes from.
    /// - Returns: what came of it.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func checkPIN(
        _ pin: String, of id: AccountID, address: String
    ) async throws(AccountsError) -> PINOutcome {
        guard let pin = PIN.normalised(pin) else { return .invalid }
        let found = try await stored { () async throws(StoreError) in
            try await store.pinCredentials(id)
        }
        guard let hash = found.hash else { return .none }
        if let until = found.deniedUntil {
            return .denied(seconds: whole(until.timeIntervalSince(now())))
        }
        let isRight: Bool
        do {
            isRight = try await hasher.verify(
                pin, against: hash, from: NetworkAddress.key(address))
        } catch {
            guard error.code == .timedOut else { throw error }
            return .timedOut
        }
        let count = try await stored { () async throws(StoreError) in
            try await store.countPIN(id, isRight: isRight)
        }
        switch count {
        case .accepted: return .right
        case .failed(let left): return .wrong(left: left)
        case .denied(let until):
            return .denied(seconds: whole(until.timeIntervalSince(now())))
        }
    }
}
