import Foundation
import GRDB

extension TrainerStore {
    /// The hash of a login's recovery code; nil where there is none.
    public func recoveryHash(of login: LoginID) async throws(StoreError) -> String? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT recovery_hash FROM login WHERE id = ?",
                arguments: [login.rawValue])
        }
    }

    /// Replaces a login's recovery code.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    public func setRecoveryHash(_ hash: String, of login: LoginID) async throws(StoreError) {
        let now = now
        try await write { db in
            try db.execute(
                sql: "UPDATE login SET recovery_hash = ?, recovery_created_at = ? WHERE id = ?",
                arguments: [hash, now.milliseconds, login.rawValue])
            guard db.changesCount > 0 else { throw Self.noLogin }
        }
    }

    /// Sets a new password after a recovery code was right; the code that was used is replaced, and
    /// all sessions and devices of the login end.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - used: The hash of the code that was used.
    ///   - passwordHash: The new password's hash.
    ///   - recoveryHash: The new code's hash.
    /// - Returns: Whether it was done; false where the code was used meanwhile.
    /// - Throws: ``StoreError`` with `notFound`.
    public func recover(
        _ login: LoginID, used: String, passwordHash: String, recoveryHash: String
    ) async throws(StoreError) -> Bool {
        let now = now
        return try await write { db in
            let current = try String.fetchOne(
                db, sql: "SELECT recovery_hash FROM login WHERE id = ?",
                arguments: [login.rawValue])
            guard current == used else { return false }
            try Self.reset(
                login, passwordHash: passwordHash, recoveryHash: recoveryHash, now, db)
            return true
        }
    }

    static var noLogin: StoreError {
        StoreError(.notFound, "There is no such login; it may be deleted already.")
    }

    /// Gives a login a new password and recovery code, and signs it out everywhere.
    static func reset(
        _ login: LoginID, passwordHash: String, recoveryHash: String, _ now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE login SET password_hash = ?, recovery_hash = ?, recovery_created_at = ?,
                    login_failures = 0, denied_until = NULL
                WHERE id = ?
                """,
            arguments: [passwordHash, recoveryHash, now.milliseconds, login.rawValue])
        guard db.changesCount > 0 else { throw noLogin }
        try db.execute(sql: "DELETE FROM session WHERE login = ?", arguments: [login.rawValue])
        try db.execute(sql: "DELETE FROM device_grant WHERE login = ?", arguments: [login.rawValue])
    }

    static func insertLogin(
        _ new: NewLogin, of member: MemberID, _ now: Date, _ db: Database
    ) throws -> LoginID {
        try db.execute(
            sql: """
                INSERT INTO login (
                    member, username, username_key, email, email_key, password_hash,
                    recovery_hash, recovery_created_at, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                member.rawValue, new.username, key(new.username), new.email, key(new.email),
                new.passwordHash, new.recoveryHash, now.milliseconds, now.milliseconds,
            ])
        return LoginID(rawValue: db.lastInsertedRowID)
    }
}
