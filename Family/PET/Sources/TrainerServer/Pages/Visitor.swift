import FamilyAccounts
import FamilyWeb
import TrainerContent
import TrainerStore

/// The visitor for whom a page is rendered.
struct Visitor: Sendable {
    /// The visitor's language; nil for the content's.
    var language: String?
    var settings = PlayerSettings()
    /// The current player, or the login's member in a practice without clients; nil if the visitor
    /// is not signed in.
    var player: (id: String, name: String)?
    /// The account's number; nil if the visitor is not signed in.
    var account: String?
    /// Whether the account agreed to a former version of the terms.
    var mustAgree = false
    /// The player's badge.
    var badge: PlayerBadge?
    /// Whether the login has other players.
    var hasSiblings = false
    /// Whether the visitor's household is a practice.
    var isPractice = false
    /// Whether the visitor is in a practice without clients.
    var isClientless = false

    /// A visitor who is not signed in.
    static let nobody = Visitor()
}

/// Determines the visitor of a page.
struct Visitors: Sendable {
    let store: TrainerStore
    /// The language of the pages.
    let language: String

    /// The visitor of a request.
    func visitor(_ context: TrainerContext) async throws -> Visitor {
        guard let session = context.session,
            let account = try await store.account(session.account, login: session.login)
        else { return Visitor(language: language) }
        guard let player = account.player(session.player) else {
            return Visitor(
                language: language, player: ("\(session.player.rawValue)", account.username),
                account: "\(account.id.rawValue)", mustAgree: !Terms.areAgreed(by: session),
                isPractice: true, isClientless: true)
        }
        return Visitor(
            language: language, settings: try await store.settings(of: session.player),
            player: ("\(player.id.rawValue)", player.name), account: "\(account.id.rawValue)",
            mustAgree: !Terms.areAgreed(by: session), badge: player.badge,
            hasSiblings: account.players.count > 1, isPractice: account.kind == .practice)
    }
}
