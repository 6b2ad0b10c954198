package import FamilyWeb
import TrainerStore

/// The kit's context, under the name that P.E.T.'s routes know it by.
typealias TrainerContext = FamilyContext

extension Session: Identity {
    package var household: Int64 { account.rawValue }
    package var member: Int64 { player.rawValue }
    package var loginNumber: Int64 { login.rawValue }
    package var householdRole: HouseholdRole {
        switch role {
        case .parent: .parent
        case .adult: .adult
        case .child: .child
        }
    }
    package var isParent: Bool { parentUntil != nil }
    package var approvedDevice: ApprovedDevice? {
        device.map { ApprovedDevice(number: $0, household: household) }
    }
}

extension FamilyContext {
    /// The session of who is signed in; nil if nobody is, or if the route does not look.
    var session: Session? { identity as? Session }

    /// The session of who is signed in.
    ///
    /// - Throws: `signed_out` if nobody is.
    func signedIn() throws(WireError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
