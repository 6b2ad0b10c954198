package import FamilyStore
package import Foundation
package import GRDB

/// The values of a new login.
public struct NewLogin: Hashable, Sendable {
    /// 3 to 20 letters or digits.
    public var username: String
    /// An email address.
    public var email: String
    /// The password's hash in its encoded form, never the password itself.
    public var passwordHash: String
    /// The recovery code's hash in the same form.
    public var recoveryHash: String

    /// Makes the values of a new login.
    public init(username: String, email: String, passwordHash: String, recoveryHash: String) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
        self.recoveryHash = recoveryHash
    }
}

extension AccountStore {
    /// Invites a new parent or adult with a link that works once within ``Invitation/lifetime``.
    ///
    /// - Throws: ``StoreError`` with `invalid` for a child, an empty name, a text that contains
    ///   NUL, or if the household has ``mostAdults`` members and invitations already.
    package func invite(
        _ name: String, as role: MemberRole, to household: AccountID, digest: SessionDigest
    ) async throws(StoreError) -> Invitation {
        try Self.refuseZeros([name])
        guard !name.isEmpty, role != .child else {
            throw StoreError(.invalid, "Enter a name, and invite a parent or another adult.")
        }
        return try await makeInvitation(digest, household) { db in
            let adults = try Self.fetchMembers(household, db).filter { $0.role != .child }.count
            let invited = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM invitation WHERE household = ? AND member IS NULL",
                arguments: [household.rawValue])
            guard adults + (invited ?? 0) < Self.mostAdults else {
                throw StoreError(
                    .invalid, "A household has at most \(Self.mostAdults) adults.")
            }
            return (role, name, nil)
        }
    }

    /// Creates a link for a member that sets up a login, or resets the password of an existing one.
    ///
    /// It invalidates an earlier link of the member.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household has no such member.
    package func inviteMember(
        _ id: MemberID, of household: AccountID, digest: SessionDigest
    ) async throws(StoreError) -> Invitation {
        try await makeInvitation(digest, household) { db in
            let all = try Self.fetchMembers(household, db)
            guard let member = all.first(where: { $0.id == id }) else { throw Self.noMember }
            try db.execute(
                sql: "DELETE FROM invitation WHERE member = ?", arguments: [id.rawValue])
            return (member.role, member.name, id)
        }
    }

    private func makeInvitation(
        _ digest: SessionDigest, _ household: AccountID,
        _ who: @escaping @Sendable (Database) throws -> (MemberRole, String, MemberID?)
    ) async throws(StoreError) -> Invitation {
        let now = database.now
        return try await database.write { db in
            _ = try Self.requireAccount(household, db)
            try db.execute(
                sql: "DELETE FROM invitation WHERE expires_at <= ?", arguments: [now.milliseconds])
            let (role, name, member) = try who(db)
            try db.execute(
                sql: """
                    INSERT INTO invitation (
                        household, digest, role, name, member, created_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    household.rawValue, digest.bytes, role.rawValue, name, member?.rawValue,
                    now.milliseconds, now.addingTimeInterval(Invitation.lifetime).milliseconds,
                ])
            try Self.note(AuditEntry(now, .parent, .changed, .account, of: nil), household, db)
            guard let found = try Self.fetchInvitation(digest, now, db) else {
                throw StoreError(.unexpected, "The new invitation is missing after it was stored.")
            }
            return found
        }
    }

    /// The invitation of a link; nil if it does not exist or has expired.
    package func invitation(_ digest: SessionDigest) async throws(StoreError) -> Invitation? {
        let now = database.now
        return try await database.read { db in try Self.fetchInvitation(digest, now, db) }
    }

    /// The valid invitations of a household, the newest first.
    package func invitations(of household: AccountID) async throws(StoreError) -> [Invitation] {
        let now = database.now
        return try await database.read { db in try Self.fetchInvitations(household, now, db) }
    }

    /// Withdraws an invitation.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household has no such invitation.
    package func withdrawInvitation(_ id: Int64, of household: AccountID) async throws(StoreError) {
        try await database.erase { db in
            try db.execute(
                sql: "DELETE FROM invitation WHERE id = ? AND household = ?",
                arguments: [id, household.rawValue])
            guard db.changesCount > 0 else { throw Self.noInvitation }
        }
    }

    /// Uses an invitation: creates the login, and the member if it is new.
    ///
    /// - Returns: The household and the new login.
    /// - Throws: ``StoreError`` with `notFound` if the link is invalid or resets a password,
    ///   `usernameTaken`, `emailTaken`, or `invalid` for a text that contains NUL.
    package func accept(
        _ digest: SessionDigest, _ new: NewLogin
    ) async throws(StoreError) -> (household: AccountID, login: LoginID) {
        let now = database.now
        try Self.refuseZeros([new.username, new.email])
        return try await database.erase { db in
            guard let found = try Self.fetchInvitation(digest, now, db),
                found.purpose != .password
            else { throw Self.noInvitation }
            try Self.refuseTaken(username: new.username, email: new.email, except: nil, db)
            var member = try Int64.fetchOne(
                db, sql: "SELECT member FROM invitation WHERE id = ?", arguments: [found.id])
            if member == nil {
                try db.execute(
                    sql: """
                        INSERT INTO member (household, role, name, created_at) VALUES (?, ?, ?, ?)
                        """,
                    arguments: [
                        found.household.rawValue, found.role.rawValue, found.name,
                        now.milliseconds,
                    ])
                member = db.lastInsertedRowID
            }
            guard let member else { throw Self.noMember }
            let login = try Self.insertLogin(new, of: MemberID(rawValue: member), now, db)
            try db.execute(sql: "DELETE FROM invitation WHERE id = ?", arguments: [found.id])
            try Self.note(
                AuditEntry(now, .member, .changed, .account, of: nil), found.household, db)
            return (found.household, login)
        }
    }

    /// Uses an invitation to reset a password; ends the member's sessions and devices.
    ///
    /// - Returns: The household and the login.
    /// - Throws: ``StoreError`` with `notFound` if the link is invalid or has another purpose.
    package func acceptPassword(
        _ digest: SessionDigest, passwordHash: String, recoveryHash: String
    ) async throws(StoreError) -> (household: AccountID, login: LoginID) {
        let now = database.now
        return try await database.erase { db in
            guard let found = try Self.fetchInvitation(digest, now, db),
                found.purpose == .password,
                let login = try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT login.id FROM login JOIN invitation USING (member)
                        WHERE invitation.id = ?
                        """, arguments: [found.id])
            else { throw Self.noInvitation }
            let id = LoginID(rawValue: login)
            try Self.reset(id, passwordHash: passwordHash, recoveryHash: recoveryHash, now, db)
            try db.execute(sql: "DELETE FROM invitation WHERE id = ?", arguments: [found.id])
            try Self.note(
                AuditEntry(now, .member, .changed, .account, of: nil), found.household, db)
            return (found.household, id)
        }
    }

    private static var noInvitation: StoreError {
        StoreError(
            .notFound, "The invitation is not valid: it was used, withdrawn, or has expired.")
    }

    private static var invitations: String {
        """
        SELECT invitation.id, invitation.household, invitation.member, role, name, expires_at,
            login.id AS login
        FROM invitation LEFT JOIN login ON login.member = invitation.member
        """
    }

    package static func fetchInvitations(
        _ household: AccountID, _ now: Date, _ db: Database
    ) throws -> [Invitation] {
        try Row.fetchAll(
            db,
            sql: invitations
                + " WHERE invitation.household = ? AND expires_at > ? ORDER BY invitation.id DESC",
            arguments: [household.rawValue, now.milliseconds]
        ).map(invitation)
    }

    private static func fetchInvitation(
        _ digest: SessionDigest, _ now: Date, _ db: Database
    ) throws -> Invitation? {
        try Row.fetchOne(
            db, sql: invitations + " WHERE digest = ? AND expires_at > ?",
            arguments: [digest.bytes, now.milliseconds]
        ).map(invitation)
    }

    private static func invitation(_ row: Row) throws -> Invitation {
        guard let role = MemberRole(rawValue: row["role"]) else {
            throw StoreError(
                .damaged, "The role of an invitation is unknown. Run `facialfun-family doctor`.")
        }
        let purpose: Invitation.Purpose =
            (row["member"] as Int64?) == nil
            ? .join : (row["login"] as Int64?) == nil ? .login : .password
        return Invitation(
            id: row["id"], household: AccountID(rawValue: row["household"]), purpose: purpose,
            role: role, name: row["name"], expiresAt: Date(milliseconds: row["expires_at"]))
    }
}
