/// The role of a member of a household.
package enum HouseholdRole: String, Codable, CaseIterable, Sendable {
    /// Manages members, devices and the household's data, with the PIN.
    case parent
    /// Takes part with an own login.
    case adult
    /// Takes part with or without an own login.
    case child
}

/// The signed-in member, as far as the kit and the apps need to know.
package protocol Identity: Sendable {
    /// The household's number.
    var household: Int64 { get }
    /// The number of the member whose profile is in use; a child's on a device that a parent signed in.
    var member: Int64 { get }
    /// The number of the login that began the session, which is one adult's, parent's or child's own.
    var loginNumber: Int64 { get }
    /// The role of the login's member.
    var householdRole: HouseholdRole { get }
    /// Whether a parent has entered the PIN in this session and it still counts.
    var isParent: Bool { get }
    /// A parent's decisions about the member's apps, by the app's id; an app without one is as its card
    /// says.
    var appChoices: [String: Bool] { get }
    /// The approved device that began the session; nil if somebody signed in.
    var approvedDevice: ApprovedDevice? { get }
}

extension Identity {
    /// Whether an adult signed in with an own password, rather than a child or a shared device.
    package var isSignedInAdult: Bool { householdRole != .child && approvedDevice == nil }
}

/// A device that a parent approved: it stays signed in, and apps may store data on it for offline use.
package struct ApprovedDevice: Hashable, Sendable {
    /// The grant's number, which is never used again after the device is revoked.
    package let number: Int64
    /// The number of the household that approved it.
    package let household: Int64

    package init(number: Int64, household: Int64) {
        self.number = number
        self.household = household
    }
}
