package import FamilyAccounts

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
    /// The session; nil if no user is signed in, or if the route does not look it up.
    package var session: Session? { identity as? Session }

    /// The session.
    ///
    /// - Throws: `signed_out` if there is none.
    package func signedIn() throws(WireError) -> Session {
        guard let session else { throw .signedOut }
        return session
    }
}
