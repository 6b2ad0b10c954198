package import FamilyAccounts
import Hummingbird

/// Admits sessions whose parent PIN was entered recently.
///
/// Every route for parents calls it first.
package struct ParentGate: Sendable {
    private let content: any TextCatalog

    /// Makes a gate with the texts of its errors.
    package init(content: any TextCatalog) {
        self.content = content
    }

    /// The session, with the parent's part open.
    ///
    /// - Throws: `signed_out` without a session, `parent_needed` (403) if the parent's part is
    ///   closed.
    @discardableResult
    package func pass(_ context: FamilyContext) throws(WireError) -> Session {
        let session = try context.signedIn()
        guard session.parentUntil != nil else {
            throw WireError(
                .forbidden, "parent_needed", content.text("parent.needed") ?? "parent.needed")
        }
        return session
    }
}
