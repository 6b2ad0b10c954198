import TrainerContent
import TrainerStore

/// Whom a page is for.
struct Visitor: Sendable {
    /// The language of the visitor's pages; nil for that of the content.
    var language: String?
    var settings = PlayerSettings()
    /// Who plays; nil where nobody is signed in.
    var player: (id: String, name: String)?

    /// Somebody who is not signed in.
    static let nobody = Visitor()
}

/// Finds out for whom a page is made.
struct Visitors: Sendable {
    let store: TrainerStore
    /// The visitor of a request.
    func visitor(_ context: TrainerContext) async throws -> Visitor {
        guard let session = context.session,
            let player = try await store.account(session.account)?.player(session.player)
        else { return .nobody }
        return Visitor(
            settings: try await store.settings(of: session.player),
            player: ("\(player.id.rawValue)", player.name))
    }
}
