import FamilyWeb
import TrainerContent
import TrainerStore

/// Whom a page is for.
struct Visitor: Sendable {
    /// The language of the visitor's pages; nil for that of the content.
    var language: String?
    var settings = PlayerSettings()
    /// Who plays; nil where nobody is signed in.
    var player: (id: String, name: String)?
    /// The account's number; nil where nobody is signed in.
    var account: String?
    /// Whether the account agreed to other terms than the present ones.
    var mustAgree = false
    /// What the player is shown by.
    var badge: PlayerBadge?
    /// Whether others may play under the same login.
    var hasSiblings = false

    /// Somebody who is not signed in.
    static let nobody = Visitor()
}

/// Finds out for whom a page is made.
struct Visitors: Sendable {
    let store: TrainerStore
    /// The language of the pages.
    let language: String

    /// The visitor of a request.
    func visitor(_ context: TrainerContext) async throws -> Visitor {
        guard let session = context.session,
            let account = try await store.account(session.account),
            let player = account.player(session.player)
        else { return Visitor(language: language) }
        return Visitor(
            language: language, settings: try await store.settings(of: session.player),
            player: ("\(player.id.rawValue)", player.name), account: "\(account.id.rawValue)",
            mustAgree: !Terms.areAgreed(by: session), badge: player.badge,
            hasSiblings: account.players.count > 1)
    }
}
