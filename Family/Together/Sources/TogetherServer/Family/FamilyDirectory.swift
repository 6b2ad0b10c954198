package import FamilyWeb
package import GRDB

/// A member of a household, as far as Modern Family needs it.
package struct FamilyMember: Hashable, Sendable {
    package let id: Int64
    package let name: String
    package let role: HouseholdRole
    /// Nil for members without a login.
    package let email: String?
    /// The picture that the member chose.
    package let badge: String?

    package init(id: Int64, name: String, role: HouseholdRole, email: String?, badge: String?) {
        self.id = id
        self.name = name
        self.role = role
        self.email = email
        self.badge = badge
    }
}

/// Reads members, which belong to accounts, within the app's transaction.
package struct FamilyDirectory: Sendable {
    /// The members of a household: parents, adults, children, each in order of joining.
    package var members: @Sendable (Database, Int64) throws -> [FamilyMember]
    /// The member of a login; nil for unknown logins.
    package var memberOfLogin: @Sendable (Database, Int64) throws -> Int64?
    /// The household of a member; nil for unknown members.
    package var householdOfMember: @Sendable (Database, Int64) throws -> Int64?
    /// Whether a household still exists.
    package var exists: @Sendable (Database, Int64) throws -> Bool

    package init(
        members: @escaping @Sendable (Database, Int64) throws -> [FamilyMember],
        memberOfLogin: @escaping @Sendable (Database, Int64) throws -> Int64?,
        householdOfMember: @escaping @Sendable (Database, Int64) throws -> Int64?,
        exists: @escaping @Sendable (Database, Int64) throws -> Bool
    ) {
        self.members = members
        self.memberOfLogin = memberOfLogin
        self.householdOfMember = householdOfMember
        self.exists = exists
    }

    /// A member of a household; nil for members of other households.
    package func member(
        _ id: Int64, of household: Int64, _ db: Database
    ) throws -> FamilyMember? {
        try members(db, household).first { $0.id == id }
    }

    /// The email addresses of a household's members, in lower case.
    func addresses(_ db: Database, _ household: Int64) throws -> Set<String> {
        Set(try members(db, household).compactMap { $0.email?.lowercased() })
    }
}
