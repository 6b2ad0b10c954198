import FamilyWeb
import TrainerStore

/// The kit's context, under the name that P.E.T.'s routes know it by.
typealias TrainerContext = FamilyContext

extension Session: Identity {
    package var household: Int64 { account.rawValue }
    package var member: Int64 { player.rawValue }
    package var isParent: Bool { parentUntil != nil }
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
