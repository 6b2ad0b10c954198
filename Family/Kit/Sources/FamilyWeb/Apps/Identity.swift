/// The role of a member of a household.
package enum HouseholdRole: String, Codable, CaseIterable, Sendable {
    /// Manages members, devices and the household's data, protected by the PIN.
    case parent
    /// Takes part with their own login.
    case adult
    /// Takes part with or without their own login.
    case child
}

/// The signed-in member, as far as the kit and the apps need it.
package protocol Identity: Sendable {
    var household: Int64 { get }
    /// The number of the member whose profile is in use: on a device where a parent signed in,
    /// usually a child's.
    var member: Int64 { get }
    /// The number of the login that started the session: an adult's, a parent's or a child's own.
    var loginNumber: Int64 { get }
    /// Whether a child's profile is in use; false only in a practice without clients.
    var hasChild: Bool { get }
    /// The role of the login's member.
    var householdRole: HouseholdRole { get }
    /// Whether a parent has entered the PIN in this session and it has not expired.
    var isParent: Bool { get }
    /// A parent's decisions about the member's apps, by app id.
    ///
    /// Without a decision, the card's default applies.
    var appChoices: [String: Bool] { get }
    /// The approved device that started the session; nil after a sign-in.
    var approvedDevice: ApprovedDevice? { get }
}

extension Identity {
    package var hasChild: Bool { true }

    /// Whether an adult signed in with their own password, as opposed to a child or a shared
    /// device.
    package var isSignedInAdult: Bool { householdRole != .child && approvedDevice == nil }
}

/// A device approved by a parent.
///
/// It stays signed in, and apps may store data on it for offline use.
package struct ApprovedDevice: Hashable, Sendable {
    /// The grant's number.
    ///
    /// It is never reused after the device is revoked.
    package let number: Int64
    /// The number of the household that approved the device.
    package let household: Int64

    package init(number: Int64, household: Int64) {
        self.number = number
        self.household = household
    }
}
