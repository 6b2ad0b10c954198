public import Foundation

/// The SHA-256 of a session's token; the database does not store the token.
public struct SessionDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: Data

    /// Makes a digest; nil unless it has 32 bytes.
    public init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Data(bytes)
        guard self.bytes.count == 32 else { return nil }
    }
}

/// A session of a signed-in user.
public struct Session: Hashable, Sendable {
    /// Maximum time without activity, in seconds (A10).
    public static let idleLimit: Double = 30 * 60
    /// Maximum number of sessions of a household; a further one ends the least recently active.
    public static let mostOfHousehold = 100
    /// Maximum total time, in seconds.
    public static let lifetime: Double = 12 * 60 * 60
    /// Minimum interval between stored activity times, in seconds; activity in between is not
    /// written.
    public static let touchInterval: Double = 15
    /// Maximum gap between two activities that counts as time of use, in seconds.
    public static let longestPause: Double = 5 * 60
    /// The time that the parent's part stays open after the PIN, in seconds.
    public static let parentSeconds: Double = 10 * 60

    /// The household.
    public let account: AccountID
    /// The login that signed in or approved the device; that of a parent if a child signed in without
    /// typing.
    public let login: LoginID
    /// The role of the login's member; `child` if a child signed in without typing.
    public let role: MemberRole
    /// The number of the approved device that began it; nil after a login.
    public let device: Int64?
    /// The current player; the login's member if there is no child.
    public let player: PlayerID
    /// Whether the player is a child; false only in a practice without clients.
    public let hasChild: Bool
    /// The start.
    public let createdAt: Date
    /// The latest stored activity.
    public let lastSeenAt: Date
    /// The end of the parent's part; nil if it is closed or has expired.
    public let parentUntil: Date?
    /// The version of the terms that the account accepted last (A15).
    public let termsVersion: String
    /// A parent's choices of the player's apps, by the app's id; an app without one uses its card's
    /// default.
    public let appChoices: [String: Bool]
}

/// The user activity that a request reports.
public enum SessionActivity: Hashable, Sendable {
    /// The person uses the game.
    case active
    /// The page was hidden. Its time no longer counts, and it does not keep the session alive.
    case hidden
    /// None: an automatic request, which does not keep the session alive.
    case none
}
