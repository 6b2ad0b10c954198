package import FamilyStore
import Foundation
package import GRDB

extension AccountStore {
    /// Maximum number of members of a household who are not children.
    package static var mostAdults: Int { 12 }

    /// The members of a household: parents first, then adults, then children, in order of joining.
    package func members(of household: AccountID) async throws(StoreError) -> [Member] {
        try await database.read { db in try Self.fetchMembers(household, db) }
    }

    /// The member of a login; nil if there is none.
    package func member(of login: LoginID) async throws(StoreError) -> Member? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: Self.members + " WHERE login.id = ?", arguments: [login.rawValue]
            ).map(Self.member)
        }
    }

    /// Removes an adult, or a parent who is not the last one, with the member's login, sessions and
    /// devices.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household has no such member, `invalid` for
    ///   a child or the last parent.
    package func removeMember(_ id: MemberID, of household: AccountID) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            let all = try Self.fetchMembers(household, db)
            guard let member = all.first(where: { $0.id == id }) else { throw Self.noMember }
            let parents = all.filter { $0.role == .parent && $0.login != nil }
            guard member.role != .child, parents.contains(where: { $0.id != id }) else {
                throw StoreError(.invalid, "A household needs at least one parent who signs in.")
            }
            try db.execute(sql: "DELETE FROM member WHERE id = ?", arguments: [id.rawValue])
            try Self.note(
                AuditEntry(now, .parent, .deleted, .account, of: nil), household, db)
        }
        await database.truncateAfterCommit()
    }

    static var noMember: StoreError {
        StoreError(.notFound, "The household has no such member.")
    }

    package static func fetchMembers(_ household: AccountID, _ db: Database) throws -> [Member] {
        try Row.fetchAll(
            db,
            sql: members + """
                 WHERE member.household = ?
                ORDER BY member.role = 'child', member.role = 'adult', member.id
                """, arguments: [household.rawValue]
        ).map(member)
    }

    private static var members: String {
        """
        SELECT member.id, role, name, member.created_at, login.id AS login, username, email,
            recovery_created_at, last_login_at
        FROM member LEFT JOIN login ON login.member = member.id
        """
    }

    private static func member(_ row: Row) throws -> Member {
        guard let role = MemberRole(rawValue: row["role"]) else {
            throw StoreError(
                .damaged, "The role of a member is unknown. Run `facialfun-family doctor`.")
        }
        let login = (row["login"] as Int64?).map { id in
            Member.Login(
                id: LoginID(rawValue: id), username: row["username"], email: row["email"],
                recoveryCodeCreatedAt: (row["recovery_created_at"] as Int64?)
                    .map(Date.init(milliseconds:)),
                lastLoginAt: (row["last_login_at"] as Int64?).map(Date.init(milliseconds:)))
        }
        return Member(
            id: MemberID(rawValue: row["id"]), role: role, name: row["name"], login: login,
            createdAt: Date(milliseconds: row["created_at"]))
    }
}

/// The SQL for a household's logins.
package enum Login {
    /// The SQL for a household's first login, with which the household was created.
    package static func first(_ household: String) -> String {
        """
        SELECT min(first.id) FROM login AS first JOIN member AS owner ON owner.id = first.member
        WHERE owner.household = \(household) AND owner.role = 'parent'
        """
    }
}
