package import FamilyStore
public import Foundation
import GRDB

/// The result of counting a login attempt (A8).
public enum LoginCount: Hashable, Sendable {
    /// The password was right; the count is reset.
    case accepted
    /// The password was wrong; 1 or 2 attempts are left before the account is locked.
    case failed(left: Int)
    /// The account is locked until then, regardless of the password.
    case denied(until: Date)
}

extension AccountStore {
    /// Number of consecutive failures after which an account is locked.
    static var failuresUntilDenied: Int { 3 }
    /// Duration of the lockout after the latest failure, in seconds.
    static var denialSeconds: Double { 60 }

    /// Counts a login attempt in one transaction.
    ///
    /// Call it after comparing the password: if concurrent failures have locked the account, even a
    /// right password is rejected. A hundred simultaneous guesses therefore give an attacker no
    /// more than three attempts.
    ///
    /// - Parameters:
    /// - id: The login.
    /// - succeeded: Whether the password was right.
    /// - isKnown: Whether the device is known and may sign in while the account is locked for
    ///   others.
    /// - Returns: The result.
    /// - Throws: ``StoreError`` with `notFound`.
    package func countLogin(
        _ id: LoginID, succeeded: Bool, fromKnownDevice isKnown: Bool = false
    ) async throws(StoreError) -> LoginCount {
        let now = database.now
        return try await database.write { db in
            if let until = try Self.deniedUntil(id, now, db) {
                guard succeeded, isKnown else { return .denied(until: until) }
                try db.execute(
                    sql: "UPDATE login SET last_login_at = ? WHERE id = ?",
                    arguments: [now.milliseconds, id.rawValue])
                return .accepted
            }
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT login_failures, denied_until FROM login WHERE id = ?",
                    arguments: [id.rawValue])
            else {
                throw StoreError(.notFound, "There is no such login; it may have been deleted.")
            }
            if succeeded {
                try db.execute(
                    sql: """
                        UPDATE login SET login_failures = 0, denied_until = NULL, last_login_at = ?
                        WHERE id = ?
                        """, arguments: [now.milliseconds, id.rawValue])
                return .accepted
            }
            // An expired lockout resets the count.
            let before: Int = row["denied_until"] == nil ? row["login_failures"] : 0
            let failures = before + 1
            let isDenied = failures >= Self.failuresUntilDenied
            let until = now.addingTimeInterval(Self.denialSeconds)
            try db.execute(
                sql: "UPDATE login SET login_failures = ?, denied_until = ? WHERE id = ?",
                arguments: [failures, isDenied ? until.milliseconds : nil, id.rawValue])
            return isDenied
                ? .denied(until: until) : .failed(left: Self.failuresUntilDenied - failures)
        }
    }

    /// End of the lockout; nil if the account is not locked.
    package func deniedUntil(_ id: LoginID) async throws(StoreError) -> Date? {
        let now = database.now
        return try await database.read { db in try Self.deniedUntil(id, now, db) }
    }

    static func deniedUntil(_ id: LoginID, _ now: Date, _ db: Database) throws -> Date? {
        let until = try Int64.fetchOne(
            db, sql: "SELECT denied_until FROM login WHERE id = ?", arguments: [id.rawValue])
        guard let until, until > now.milliseconds,
            // Otherwise a clock that was set back would extend the lockout beyond a minute.
            until <= now.milliseconds + Int64(denialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: until)
    }
}
