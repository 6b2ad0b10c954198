import FamilyStore
package import FamilyWeb
import GRDB
import HTTPTypes
package import Hummingbird

/// The member on whose behalf a request acts.
package struct ActingMember: Hashable, Sendable {
    package enum Profile: String, Codable, Sendable {
        /// The member who is signed in.
        case own
        /// A child whose profile is in use on a parent's login or device.
        case child
    }

    package let household: Int64
    package let member: Int64
    package let name: String
    package let role: HouseholdRole
    /// Whether the parent PIN is valid.
    package let isParent: Bool
    package let profile: Profile
    /// The child whose profile is in use; nil for logins without children.
    package let child: Int64?

    /// Whether the member may host activities; false for a child on another member's login.
    package var canHost: Bool { profile == .own }
    package var isAdult: Bool { role != .child }

    /// Rejects children.
    ///
    /// - Throws: `adult_needed` (403).
    package func requireAdult() throws(WireError) {
        guard isAdult else {
            throw WireError(
                .forbidden, "adult_needed", "A parent or another adult can do this. Ask one.")
        }
    }
}

extension TogetherServices {
    /// The member on whose behalf a request acts.
    ///
    /// A login acts as its own member. A parent's or adult's login acts as the child whose profile
    /// is in use if the request contains `profile=child`, and on a shared device unless the PIN is
    /// valid.
    ///
    /// - Throws: `signed_out`.
    package func acting(
        _ request: Request, _ context: FamilyContext
    ) async throws -> ActingMember {
        guard let identity = context.identity else { throw WireError.signedOut }
        let (household, login) = (identity.household, identity.loginNumber)
        let inUse = identity.member
        let isShared = identity.approvedDevice != nil && !identity.isParent
        let asksForChild = request.uri.queryParameters["profile"] == "child"
        let actsAsChild =
            identity.householdRole == .child || isShared || asksForChild
        // A child who may not use this app cannot use it with an adult's login, either.
        if actsAsChild, !identity.isParent, identity.appChoices["together"] != true {
            throw WireError(
                .forbidden, "app_off",
                "This app is switched off for this child. A parent can switch it on at Home.")
        }
        let family = family
        let (members, own) = try await database.read { db in
            (try family.members(db, household), try family.memberOfLogin(db, login))
        }
        let child = members.first { $0.id == inUse && $0.role == .child }
        guard let member = actsAsChild ? child : members.first(where: { $0.id == own }) else {
            throw WireError.signedOut
        }
        return ActingMember(
            household: household, member: member.id, name: member.name, role: member.role,
            isParent: identity.isParent && !asksForChild,
            profile: identity.householdRole != .child && actsAsChild ? .child : .own,
            child: child?.id)
    }
}
