public import Foundation

/// The number of an account; never reused.
public struct AccountID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes an account's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The number of a player; never reused.
public struct PlayerID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes a player's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A player: a child, or a parent at the same screen.
public struct Player: Hashable, Codable, Identifiable, Sendable {
    /// The player's number.
    public let id: PlayerID
    /// The name that the game uses; a nickname is enough.
    public var name: String
    /// The year of birth.
    public var birthYear: Int
    /// `female`, `male` or `other`; nil for "rather not say".
    public var gender: String?
    /// The player's badge.
    public var badge: PlayerBadge
    /// The time of creation.
    public let createdAt: Date
}

/// The kinds of households.
public enum HouseholdKind: String, Codable, CaseIterable, Sendable {
    /// Parents with their children.
    case family
    /// Therapists or teachers with their clients.
    case practice

    /// The maximum number of children or clients.
    public var mostPlayers: Int {
        switch self {
        case .family: 12
        case .practice: 500
        }
    }
}

/// A household as one login sees it: the login, and the children who play.
public struct Account: Hashable, Codable, Identifiable, Sendable {
    /// The household's number.
    public let id: AccountID
    /// The kind of household.
    public var kind: HouseholdKind
    /// The login that the username and the email belong to.
    public let login: LoginID
    /// The role of the login's member.
    public let role: MemberRole
    /// The login's member.
    public let member: MemberID
    /// The username as typed; unique regardless of case.
    public var username: String
    /// The email address as typed; unique regardless of case.
    public var email: String
    /// The accepted version of the terms (A15).
    public var termsVersion: String
    /// The time of the agreement.
    public var termsAgreedAt: Date
    /// Whether the answers may be counted in the statistics of all players.
    public var agreesToStatistics: Bool
    /// The time of creation.
    public let createdAt: Date
    /// The time of the latest login; nil before the first.
    public var lastLoginAt: Date?
    /// The players in order of creation; at least one, except in a practice.
    public var players: [Player]

    /// The account's player with this number; nil if there is none.
    public func player(_ id: PlayerID) -> Player? {
        players.first { $0.id == id }
    }
}

/// The credentials of an account for signing in.
public struct Credentials: Sendable {
    /// The account.
    public var account: Account
    /// The stored password hash.
    public var passwordHash: String
    /// End of the lockout (A8); nil if the account is not locked.
    public var deniedUntil: Date?
}

/// The data needed to check the parent PIN.
public struct PINCredentials: Sendable {
    /// The stored hash of the PIN; nil for an account without one.
    public var hash: String?
    /// End of the lockout of the PIN; nil if it is not locked.
    public var deniedUntil: Date?
}
