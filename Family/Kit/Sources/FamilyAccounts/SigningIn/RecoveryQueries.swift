package import FamilyStore
package import Foundation
package import GRDB

extension AccountStore {
    /// The hash of a login's recovery code; nil if there is none.
    package func recoveryHash(of login: LoginID) async throws(StoreError) -> String? {
        try await database.read { db in
            try String.fetchOne(
                db, sql: "SELECT recovery_hash FROM login WHERE id = ?",
                arguments: [login.rawValue])
        }
    }

    /// Replaces a login's recovery code.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func setRecoveryHash(_ hash: String, of login: LoginID) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            try db.execute(
                sql: "UPDATE login SET recovery_hash = ?, recovery_created_at = ? WHERE id = ?",
                arguments: [hash, now.milliseconds, login.rawValue])
            guard db.changesCount > 0 else { throw Self.noLogin }
        }
    }

    /// Sets a new password after a right recovery code; replaces the code and ends all sessions and
    /// devices of the login.
    ///
    /// - Parameters:
    /// - login: The login.
    /// - used: The hash of the code that was used.
    /// - passwordHash: The new password's hash.
    /// - recoveryHash: The new code's hash.
    /// - Returns: Whether the password was set; false if the code was used meanwhile.
    /// - Throws: ``StoreError`` with `notFound`.
    package func recover(
        _ login: LoginID, used: String, passwordHash: String, recoveryHash: String
    ) async throws(StoreError) -> Bool {
        let now = database.now
        return try await database.erase { db in
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
        StoreError(.notFound, "There is no such login; it may have been deleted.")
    }

    /// Sets a login's password and recovery code, and signs it out everywhere.
    package static func reset(
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
