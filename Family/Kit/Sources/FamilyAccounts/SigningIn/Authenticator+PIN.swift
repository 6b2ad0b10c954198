import FamilyStore
import Foundation

/// The result of a PIN attempt.
public enum PINOutcome: Hashable, Sendable {
    /// It was right.
    case right
    /// The PIN was wrong; the number of attempts left before a lockout of one minute.
    case wrong(left: Int)
    /// PINs are locked out for this number of seconds, at least 1.
    case denied(seconds: Int)
    /// The account has no PIN yet; setting one requires the password.
    case none
    /// The input is not four digits; it was not compared and does not count.
    case invalid
    /// The PIN could not be compared in time.
    case timedOut
}

extension Authenticator {
    /// Verifies the parent PIN, and counts the result.
    ///
    /// - Parameters:
    ///   - pin: As typed.
    ///   - id: The parent's account.
    ///   - address: The address of the client.
    /// - Returns: The result.
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
            return .denied(seconds: wholeSeconds(until.timeIntervalSince(now())))
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
            return .denied(seconds: wholeSeconds(until.timeIntervalSince(now())))
        }
    }
}
