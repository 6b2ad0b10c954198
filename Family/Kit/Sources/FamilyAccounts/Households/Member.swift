public import Foundation

/// The number of a login; never reused.
public struct LoginID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes a login's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The number of a member of a household; a child's is its ``PlayerID``.
public struct MemberID: RawRepresentable, Hashable, Codable, Sendable {
    /// The number.
    public var rawValue: Int64

    /// Makes a member's number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// The permissions of a member.
public enum MemberRole: String, Codable, CaseIterable, Sendable {
    /// Manages members, devices and the household's data, with the PIN.
    case parent
    /// Takes part with their own login.
    case adult
    /// Plays, with or without their own login.
    case child
}

/// A person of a household.
public struct Member: Hashable, Codable, Identifiable, Sendable {
    /// A member's credentials, without the password.
    public struct Login: Hashable, Codable, Sendable {
        /// The login's number.
        public let id: LoginID
        /// The spelling that was typed; unique regardless of case.
        public var username: String
        /// The spelling that was typed; unique regardless of case.
        public var email: String
        /// The time the current recovery code was made; nil if there is none.
        public var recoveryCodeCreatedAt: Date?
        /// The time of the latest sign-in; nil before the first.
        public var lastLoginAt: Date?
    }

    /// The member's number.
    public let id: MemberID
    /// The member's permissions.
    public var role: MemberRole
    /// The name shown to the others.
    public var name: String
    /// The member's login; nil for a child without one.
    public var login: Login?
    /// The time of joining.
    public let createdAt: Date
}

/// An unused invitation.
public struct Invitation: Hashable, Codable, Identifiable, Sendable {
    /// The validity of a link in seconds: 7 days.
    public static let lifetime: Double = 7 * 24 * 60 * 60

    /// The effect of the link.
    public enum Purpose: String, Codable, Sendable {
        /// A new member with a login.
        case join
        /// A login for a child that has none.
        case login
        /// A new password for a member.
        case password
    }

    /// The invitation's number.
    public let id: Int64
    /// The household.
    public let household: AccountID
    /// The purpose of the link.
    public let purpose: Purpose
    /// The role of the invited member.
    public let role: MemberRole
    /// The name of the invited member.
    public let name: String
    /// The end of the link's validity.
    public let expiresAt: Date
}

/// A device that a parent approved: it stays signed in, and apps may store data on it for offline use.
public struct DeviceGrant: Hashable, Codable, Identifiable, Sendable {
    /// The grant's number.
    public let id: Int64
    /// The name a parent gave the device.
    public var name: String
    /// The member who approved it.
    public let approvedBy: String
    /// The time of approval.
    public let createdAt: Date
    /// The day of its last use.
    public let lastSeenAt: Date
}
