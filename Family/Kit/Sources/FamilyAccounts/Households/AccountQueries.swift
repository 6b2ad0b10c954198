package import FamilyStore
import Foundation
package import GRDB

extension AccountStore {
    /// Creates an account and its first player.
    ///
    /// - Throws: ``StoreError`` with `usernameTaken` or, if the username is free, `emailTaken`;
    ///   `invalid` for a text that contains NUL, or a family without a child.
    package func createAccount(_ new: NewAccount) async throws(StoreError) -> Account {
        let now = database.now
        try Self.refuseZeros([
            new.username, new.email, new.child?.name, new.child?.gender, new.termsVersion,
        ])
        guard new.child != nil || new.kind == .practice else {
            throw StoreError(.invalid, "A family needs at least one child.")
        }
        return try await database.write { db in
            try Self.refuseTaken(username: new.username, email: new.email, except: nil, db)
            try db.execute(
                sql: """
                    INSERT INTO household (
                        pin_hash, terms_version, terms_agreed_at, agrees_to_statistics, created_at,
                        kind)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    new.pinHash, new.termsVersion, now.milliseconds, new.agreesToStatistics,
                    now.milliseconds, new.kind.rawValue,
                ])
            let id = AccountID(rawValue: db.lastInsertedRowID)
            try Self.note(Agreement(.terms, version: new.termsVersion, at: now), id, db)
            if new.agreesToStatistics {
                try Self.note(Agreement(.statistics, version: new.termsVersion, at: now), id, db)
            }
            if let child = new.child { _ = try Self.insert(child, into: id, now, db) }
            try Self.insertParent(new, of: id, now, db)
            return try Self.requireAccount(id, db)
        }
    }

    /// Reads an account for a login, by default the household's first one; nil if it does not exist.
    package func account(
        _ id: AccountID, login: LoginID? = nil
    ) async throws(StoreError) -> Account? {
        try await database.read { db in try Self.fetchAccount(id, login: login, db) }
    }

    /// The data for authentication, by username or email, ignoring case.
    package func credentials(login: String) async throws(StoreError) -> Credentials? {
        let now = database.now
        return try await database.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT login.id, household FROM login JOIN member ON member.id = login.member
                    WHERE username_key = ?1 OR email_key = ?1
                    """, arguments: [Self.key(login)])
            return try row.map {
                try Self.requireCredentials(
                    AccountID(rawValue: $0["household"]), LoginID(rawValue: $0["id"]), now, db)
            }
        }
    }

    /// The login's data for verifying its password again, by number.
    ///
    /// Without a login, that of the household's first one.
    package func credentials(
        _ id: AccountID, login: LoginID? = nil
    ) async throws(StoreError) -> Credentials? {
        let now = database.now
        return try await database.read { db in
            guard let found = try Self.fetchAccount(id, login: login, db) else { return nil }
            return try Self.requireCredentials(id, found.login, now, db)
        }
    }

    /// Whether a username belongs to another login.
    package func isTaken(username: String, except id: LoginID? = nil) async throws(StoreError)
        -> Bool
    {
        try await database.read { db in try Self.isTaken("username_key", username, except: id, db) }
    }

    /// Whether an email belongs to another login.
    package func isTaken(email: String, except id: LoginID? = nil) async throws(StoreError) -> Bool
    {
        try await database.read { db in try Self.isTaken("email_key", email, except: id, db) }
    }

    /// Changes an account and one of its players (A14).
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - login: The login whose username, email and password change; nil for the first.
    ///   - player: The player whose name, year and gender change: one of the account's, or nil
    ///     if the session has none.
    ///   - changes: The new values.
    ///   - keeping: The session that continues if the password changes; all others end.
    /// - Returns: The changed account.
    /// - Throws: ``StoreError`` with `notFound`, `usernameTaken`, `emailTaken`, `invalid`.
    package func updateAccount(
        _ id: AccountID, login: LoginID? = nil, player: PlayerID?, changes: AccountChanges,
        keeping: SessionDigest? = nil
    ) async throws(StoreError) -> Account {
        let now = database.now
        try Self.refuseZeros([changes.username, changes.email, changes.fullName])
        return try await database.erase { db in
            let before = try Self.requireAccount(id, login: login, db)
            if let player { try Self.require(player, of: id, db) }
            try Self.refuseTaken(
                username: changes.username, email: changes.email, except: before.login, db)
            try Self.update(before.login, of: id, changes, db)
            if let agrees = changes.agreesToStatistics, agrees != before.agreesToStatistics {
                try Self.note(
                    Agreement(
                        .statistics, isGiven: agrees, version: before.termsVersion, at: now),
                    id, db)
            }
            if let player { try Self.update(player, changes, db) }
            if changes.passwordHash != nil {
                try db.execute(
                    sql: "DELETE FROM session WHERE login = ? AND digest IS NOT ?",
                    arguments: [before.login.rawValue, keeping?.bytes])
                try db.execute(
                    sql: "DELETE FROM device_grant WHERE login = ?",
                    arguments: [before.login.rawValue])
            }
            try Self.accountDidChange(id, db)
            return try Self.requireAccount(id, login: before.login, db)
        }
    }

    /// Deletes an account with all its data, and overwrites the data on disk (A14).
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func deleteAccount(_ id: AccountID) async throws(StoreError) {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM household WHERE id = ?", arguments: [id.rawValue])
            guard db.changesCount > 0 else {
                throw StoreError(.notFound, "There is no such account; it may have been deleted.")
            }
        }
        deleteSpeech(of: id)
        await database.truncateAfterCommit()
    }

    /// Deletes the texts that the server's voice spoke for an account.
    package func deleteSpeech(of id: AccountID) {
        let folder = database.file.deletingLastPathComponent()
            .appending(path: "\(Self.speechFolder)/\(id.rawValue)")
        // The folder is usually missing, because browsers have their own voice.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces a password's hash by one with a higher cost.
    ///
    /// Does nothing if the hash has changed meanwhile.
    package func replacePasswordHash(
        of id: LoginID, _ old: String, with new: String
    ) async throws(StoreError) {
        try await database.erase { db in
            try db.execute(
                sql: "UPDATE login SET password_hash = ? WHERE id = ? AND password_hash = ?",
                arguments: [new, id.rawValue, old])
        }
    }
}

// The statements.
extension AccountStore {
    /// The form of a name for comparisons: independent of case and Unicode composition.
    package static func key(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
    }

    /// Throws for texts that SQLite would truncate.
    package static func refuseZeros(_ texts: [String?]) throws(StoreError) {
        guard texts.allSatisfy({ $0?.utf8.contains(0) != true }) else {
            throw StoreError(.invalid, "A text contains the character U+0000. Remove it.")
        }
    }

    package static func requireAccount(
        _ id: AccountID, login: LoginID? = nil, _ db: Database
    ) throws -> Account {
        guard let account = try fetchAccount(id, login: login, db) else {
            throw StoreError(.notFound, "There is no such account; it may have been deleted.")
        }
        return account
    }

    static func fetchAccount(
        _ id: AccountID, login: LoginID? = nil, _ db: Database
    ) throws -> Account? {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT household.*, login.id AS login, member.id AS member, role, username,
                        email, last_login_at
                    FROM household
                    JOIN login ON login.id = ifnull(?2, (\(Login.first("?1"))))
                    JOIN member ON member.id = login.member AND member.household = household.id
                    WHERE household.id = ?1
                    """, arguments: [id.rawValue, login?.rawValue])
        else { return nil }
        guard let role = MemberRole(rawValue: row["role"]) else {
            throw StoreError(
                .damaged, "The role of a member is unknown. Run `facialfun-family doctor`.")
        }
        guard let kind = HouseholdKind(rawValue: row["kind"]) else {
            throw StoreError(
                .damaged, "The kind of a household is unknown. Run `facialfun-family doctor`.")
        }
        let players = try Row.fetchAll(
            db, sql: "SELECT * FROM member WHERE household = ? AND role = 'child' ORDER BY id",
            arguments: [id.rawValue])
        return Account(
            id: id, kind: kind, login: LoginID(rawValue: row["login"]), role: role,
            member: MemberID(rawValue: row["member"]), username: row["username"],
            email: row["email"],
            termsVersion: row["terms_version"],
            termsAgreedAt: Date(milliseconds: row["terms_agreed_at"]),
            agreesToStatistics: row["agrees_to_statistics"],
            createdAt: Date(milliseconds: row["created_at"]),
            lastLoginAt: (row["last_login_at"] as Int64?).map(Date.init(milliseconds:)),
            players: players.map(player))
    }

    private static func player(_ row: Row) -> Player {
        var badge = PlayerBadge.first(of: row["id"])
        // A drawing or color that this version does not know counts as not chosen.
        if let drawing = (row["badge"] as String?).flatMap(PlayerBadge.Drawing.init(rawValue:)),
            let colour = (row["colour"] as String?).flatMap(PlayerBadge.Colour.init(rawValue:))
        {
            badge = PlayerBadge(drawing, colour)
        }
        return Player(
            id: PlayerID(rawValue: row["id"]), name: row["name"], birthYear: row["birth_year"],
            gender: row["gender"], badge: badge, createdAt: Date(milliseconds: row["created_at"]))
    }

    private static func requireCredentials(
        _ id: AccountID, _ login: LoginID, _ now: Date, _ db: Database
    ) throws -> Credentials {
        let account = try requireAccount(id, login: login, db)
        let hash = try String.fetchOne(
            db, sql: "SELECT password_hash FROM login WHERE id = ?", arguments: [login.rawValue])
        return Credentials(
            account: account, passwordHash: hash ?? "",
            deniedUntil: try deniedUntil(login, now, db))
    }

    private static func insertParent(
        _ new: NewAccount, of household: AccountID, _ now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO member (household, role, name, created_at) VALUES (?, 'parent', ?, ?)
                """, arguments: [household.rawValue, new.username, now.milliseconds])
        let parent = MemberID(rawValue: db.lastInsertedRowID)
        try db.execute(
            sql: """
                INSERT INTO login (
                    member, username, username_key, email, email_key, password_hash,
                    recovery_hash, recovery_created_at, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                parent.rawValue, new.username, key(new.username), new.email, key(new.email),
                new.passwordHash, new.recoveryHash,
                new.recoveryHash == nil ? nil : now.milliseconds, now.milliseconds,
            ])
    }

    static func refuseTaken(
        username: String?, email: String?, except id: LoginID?, _ db: Database
    ) throws {
        if let username, try isTaken("username_key", username, except: id, db) {
            throw StoreError(.usernameTaken, "The username is taken. Choose another.")
        }
        if let email, try isTaken("email_key", email, except: id, db) {
            throw StoreError(.emailTaken, "Another account uses this email address. Use another.")
        }
    }

    private static func isTaken(
        _ column: String, _ name: String, except id: LoginID?, _ db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM login WHERE \(column) = ? AND id IS NOT ?)",
            arguments: [key(name), id?.rawValue]) ?? false
    }

    private static func update(
        _ login: LoginID, of id: AccountID, _ changes: AccountChanges, _ db: Database
    ) throws {
        func set(_ column: String, _ value: String?) throws {
            guard let value else { return }
            try db.execute(
                sql: "UPDATE login SET \(column) = ? WHERE id = ?",
                arguments: [value, login.rawValue])
        }
        try set("username", changes.username)
        try set("username_key", changes.username.map(key))
        try set("email", changes.email)
        try set("email_key", changes.email.map(key))
        try set("password_hash", changes.passwordHash)
        if let pinHash = changes.pinHash {
            // A new PIN resets its failures and its lockout.
            try db.execute(
                sql: """
                    UPDATE household SET pin_hash = ?, pin_failures = 0, pin_denied_until = NULL
                    WHERE id = ?
                    """, arguments: [pinHash, id.rawValue])
            try db.execute(
                sql: "UPDATE session SET parent_until = NULL WHERE household = ?",
                arguments: [id.rawValue])
        }
        if let agrees = changes.agreesToStatistics {
            try db.execute(
                sql: "UPDATE household SET agrees_to_statistics = ? WHERE id = ?",
                arguments: [agrees, id.rawValue])
        }
    }

    private static func update(
        _ player: PlayerID, _ changes: AccountChanges, _ db: Database
    ) throws {
        if let name = changes.fullName {
            try db.execute(
                sql: "UPDATE member SET name = ? WHERE id = ?", arguments: [name, player.rawValue])
        }
        if let year = changes.birthYear {
            try db.execute(
                sql: "UPDATE member SET birth_year = ? WHERE id = ?",
                arguments: [year, player.rawValue])
        }
        if let gender = changes.gender {
            let value: String? = if case .said(let word) = gender { word } else { nil }
            try db.execute(
                sql: "UPDATE member SET gender = ? WHERE id = ?",
                arguments: [value, player.rawValue])
        }
    }
}
