public import Foundation
import GRDB

/// How an attempt to sign in was counted (A8).
public enum LoginCount: Hashable, Sendable {
    /// The password was right: the count is back at zero.
    case accepted
    /// The password was wrong; so many more may be before the account is denied, 1 or 2.
    case failed(left: Int)
    /// The account is denied until then, whatever the password was.
    case denied(until: Date)
}

extension TrainerStore {
    /// How many failures in a row deny an account.
    public static let failuresUntilDenied = 3
    /// For how long it is denied from the last of them, in seconds.
    public static let denialSeconds: Double = 60

    /// Counts an attempt to sign in, right or wrong, in one transaction.
    ///
    /// Asked after the password was compared: where others failed at the same time and the account is
    /// denied by now, a right password is not let in either, so that a hundred guesses at once are
    /// worth no more than three.
    ///
    /// - Parameters:
    ///   - id: the login.
    ///   - succeeded: whether the password was right.
    ///   - isKnown: whether it came from a device that is let in while the account is denied; it stays
    ///     denied to all others.
    /// - Returns: how it was counted.
    /// - Throws: ``StoreError`` with `notFound`.
    public func countLogin(
        _ id: LoginID, succeeded: Bool, fromKnownDevice isKnown: Bool = false
    ) async throws(StoreError) -> LoginCount {
        let now = now
        return try await write { db in
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
                throw StoreError(.notFound, "There is no such login; it may be deleted already.")
            }
            if succeeded {
                try db.execute(
                    sql: """
                        UPDATE login SET login_failures = 0, denied_until = NULL, last_login_at = ?
                        WHERE id = ?
                        """, arguments: [now.milliseconds, id.rawValue])
                return .accepted
            }
            // A denial that is over leaves nothing behind: the count starts anew.
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

    /// Until when an account is denied; nil where it is not.
    public func deniedUntil(_ id: LoginID) async throws(StoreError) -> Date? {
        let now = now
        return try await read { db in try Self.deniedUntil(id, now, db) }
    }

    static func deniedUntil(_ id: LoginID, _ now: Date, _ db: Database) throws -> Date? {
        let until = try Int64.fetchOne(
            db, sql: "SELECT denied_until FROM login WHERE id = ?", arguments: [id.rawValue])
        guard let until, until > now.milliseconds,
            // A clock that was set back does not deny for longer than a minute.
            until <= now.milliseconds + Int64(denialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: until)
    }
}
