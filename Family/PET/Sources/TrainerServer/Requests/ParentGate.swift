import FamilyWeb
import Hummingbird
import TrainerContent
import TrainerStore

/// Lets on whoever has written the parent's PIN in this session not long ago.
///
/// A route that is a parent's asks it first.
struct ParentGate: Sendable {
    let content: Content

    /// Who is signed in, with the parent's part open.
    ///
    /// - Throws: `signed_out` where nobody is signed in, `parent_needed` (403) where the parent's part
    ///   is closed.
    @discardableResult
    func pass(_ context: TrainerContext) throws(WireError) -> Session {
        let session = try context.signedIn()
        guard session.parentUntil != nil else {
            throw WireError(
                .forbidden, "parent_needed", content.text("parent.needed") ?? "parent.needed")
        }
        return session
    }
}
