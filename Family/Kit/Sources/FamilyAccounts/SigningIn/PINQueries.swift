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
    /// Number of consecutive wrong PINs after which the parent's part is locked: for one minute,
    /// then two, then four, and so on, until a right one.
    static var wrongPINsUntilDenied: Int { 5 }
    /// Maximum duration of the lockout, in seconds.
    static var longestPINDenialSeconds: Double { 3600 }

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
                hash: row["pin_hash"], deniedUntil: try Self.pinDeniedUntil(id, now, db))
        }
    }

    /// Counts a compared PIN in one transaction, so that a hundred simultaneous guesses give no
    /// more than five attempts.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func countPIN(_ id: AccountID, isRight: Bool) async throws(StoreError) -> PINCount {
        let now = database.now
        return try await database.write { db in
            if let until = try Self.pinDeniedUntil(id, now, db) { return .denied(until: until) }
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT pin_failures, pin_denied_until FROM household WHERE id = ?",
                    arguments: [id.rawValue])
            else { throw Self.noAccount }
            // The count continues after a lockout, so the wait doubles each time.
            let before: Int = row["pin_failures"]
            let failures = isRight ? 0 : before + 1
            let isDenied = failures > 0 && failures.isMultiple(of: Self.wrongPINsUntilDenied)
            let doublings = max(0, min(failures / Self.wrongPINsUntilDenied - 1, 10))
            let seconds = min(
                Self.denialSeconds * Double(1 << doublings), Self.longestPINDenialSeconds)
            let until = now.addingTimeInterval(seconds)
            try db.execute(
                sql: "UPDATE household SET pin_failures = ?, pin_denied_until = ? WHERE id = ?",
                arguments: [failures, isDenied ? until.milliseconds : nil, id.rawValue])
            if isRight { return .accepted }
            return isDenied
                ? .denied(until: until)
                : .failed(
                    left: Self.wrongPINsUntilDenied - failures % Self.wrongPINsUntilDenied)
        }
    }

    private static var noAccount: StoreError {
        StoreError(.notFound, "There is no such account; it may be deleted already.")
    }

    private static func pinDeniedUntil(
        _ id: AccountID, _ now: Date, _ db: Database
    ) throws -> Date? {
        let until = try Int64.fetchOne(
            db, sql: "SELECT pin_denied_until FROM household WHERE id = ?", arguments: [id.rawValue]
        )
        guard let until, until > now.milliseconds,
            // Otherwise a clock that was set back would extend the lockout beyond its maximum.
            until <= now.milliseconds + Int64(longestPINDenialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: until)
    }
}
