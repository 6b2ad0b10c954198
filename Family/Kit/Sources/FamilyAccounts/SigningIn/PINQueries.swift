package import FamilyStore
public import Foundation
import GRDB

/// The result of counting a PIN.
public enum PINCount: Hashable, Sendable {
    /// The PIN was right; the count is reset.
    case accepted
    /// The PIN was wrong; 1 to 4 attempts are left before the PIN is locked.
    case failed(left: Int)
    /// PINs are locked out until then; even the right one is rejected.
    case denied(until: Date)
}

extension AccountStore {
    /// The stored state of the parent PIN.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func pinCredentials(_ id: AccountID) async throws(StoreError) -> PINCredentials {
        let now = database.now
        return try await database.read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT pin_hash FROM household WHERE id = ?", arguments: [id.rawValue]
                )
            else { throw Self.noAccount }
            return PINCredentials(
                hash: row["pin_hash"],
                deniedUntil: try TryCounter.pin.deniedUntil(id.rawValue, now, db))
        }
    }

    /// Counts a compared PIN in one transaction, so that a hundred simultaneous guesses give no
    /// more than five attempts.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func countPIN(_ id: AccountID, isRight: Bool) async throws(StoreError) -> PINCount {
        let now = database.now
        return try await database.write { db in
            let counted = try TryCounter.pin.count(id.rawValue, isRight: isRight, now, db)
            guard let counted else { throw Self.noAccount }
            return counted
        }
    }

    private static var noAccount: StoreError {
        StoreError(.notFound, "There is no such account; it may have been deleted.")
    }
}
