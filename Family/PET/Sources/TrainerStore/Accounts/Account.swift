public import Foundation

/// The number of an account; never used again after the account is gone.
public struct AccountID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes an account's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The number of a player; never used again after the player is gone.
public struct PlayerID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes a player's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// Who plays: a child, or a parent at the same screen.
public struct Player: Hashable, Codable, Identifiable, Sendable {
    /// The player's number.
    public let id: PlayerID
    /// The name by which the game speaks of the player; a nickname is enough.
    public var name: String
    /// The year of birth.
    public var birthYear: Int
    /// `female`, `male` or `other`; nil for "rather not say".
    public var gender: String?
    /// What the player is shown by.
    public var badge: PlayerBadge
    /// When the player was made.
    public let createdAt: Date
}

/// A household as one of its logins sees it: the login, and the children who play.
public struct Account: Hashable, Codable, Identifiable, Sendable {
    /// The account's number: that of the household.
    public let id: AccountID
    /// The login that the username and the email belong to.
    public let login: LoginID
    /// The role of the login's member.
    public let role: MemberRole
    /// The login's member.
    public let member: MemberID
    /// As it was typed; unique without regard to case.
    public var username: String
    /// As it was typed; unique without regard to case.
    public var email: String
    /// The version of the terms that were agreed to (A15).
    public var termsVersion: String
    /// When they were agreed to.
    public var termsAgreedAt: Date
    /// Whether the answers may be part of the statistics of all players.
    public var agreesToStatistics: Bool
    /// When the account was made.
    public let createdAt: Date
    /// When somebody last signed in; nil before the first time.
    public var lastLoginAt: Date?
    /// The players, the one that was made with the account first; at least one.
    public var players: [Player]

    /// The player of a number, where it is one of the account's.
    public func player(_ id: PlayerID) -> Player? {
        players.first { $0.id == id }
    }
}

/// What signing in needs to know of an account.
public struct Credentials: Sendable {
    /// The account.
    public var account: Account
    /// The password's hash, as it was stored.
    public var passwordHash: String
    /// Until when the account is denied (A8); nil where it is not.
    public var deniedUntil: Date?
}

/// What the parent's PIN is compared with.
public struct PINCredentials: Sendable {
    /// The PIN's hash, as it was stored; nil for an account that has no PIN yet.
    public var hash: String?
    /// Until when no PIN is looked at; nil where one is.
    public var deniedUntil: Date?
}
