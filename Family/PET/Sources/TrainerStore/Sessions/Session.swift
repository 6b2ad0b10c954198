public import Foundation

/// The SHA-256 of a session's token: what the database knows of it.
public struct SessionDigest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: Data

    /// Makes a digest; nil where it is not 32 bytes.
    public init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Data(bytes)
        guard self.bytes.count == 32 else { return nil }
    }
}

/// A time in which somebody is signed in.
public struct Session: Hashable, Sendable {
    /// The longest time without a sign of life, in seconds (A10).
    public static let idleLimit: Double = 30 * 60
    /// The most sessions of a household; a further one ends the one that was silent for longest.
    public static let mostOfHousehold = 100
    /// The longest time at all, in seconds.
    public static let lifetime: Double = 12 * 60 * 60
    /// How often signs of life are written down at most, in seconds; others are only read.
    public static let touchInterval: Double = 15
    /// The longest time between two signs of life that counts as time in the application, in
    /// seconds; who is silent for longer was away.
    public static let longestPause: Double = 5 * 60
    /// How long the parent's part stays open after the PIN, in seconds.
    public static let parentSeconds: Double = 10 * 60

    /// The household.
    public let account: AccountID
    /// The login that signed in, or that approved the device.
    public let login: LoginID
    /// The role of the login's member.
    public let role: MemberRole
    /// The number of the approved device that began it; nil where somebody signed in.
    public let device: Int64?
    /// Who plays.
    public let player: PlayerID
    /// When it began.
    public let createdAt: Date
    /// The last sign of life that was written down.
    public let lastSeenAt: Date
    /// Until when the parent's part is open; nil where it is closed, or was open until now.
    public let parentUntil: Date?
    /// The version of the terms that the account agreed to last (A15).
    public let termsVersion: String
    /// A parent's decisions about the player's apps, by the app's id; an app without one is as its
    /// card says.
    public let appChoices: [String: Bool]
}

/// What a request says about the person before the screen.
public enum SessionActivity: Hashable, Sendable {
    /// The person does something, or looks at a page of the game.
    case active
    /// The page was hidden: the time from here does not count, and a page that stays hidden keeps no
    /// session alive.
    case hidden
    /// Nothing: the request came by itself, and keeps no session alive.
    case none
}
