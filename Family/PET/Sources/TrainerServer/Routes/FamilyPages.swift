import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerStore

/// The family's screens: choosing the player, and the page behind the parent PIN.
struct FamilyPages {
    let pages: PageRenderer
    let visitors: Visitors
    let store: TrainerStore
    let content: Content
    /// Whether a parent can choose among further apps.
    let offersApps: Bool

    func add(to group: RouteGroup) {
        group.get("who", use: who)
        group.get("family", use: family)
    }

    private func who(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let account = try await account(session)
        let children = account.players.map { child -> [String: String] in
            [
                "id": "\(child.id.rawValue)", "name": child.name,
                "badge": child.badge.drawing.rawValue, "colour": child.badge.colour.rawValue,
            ]
        }
        let values: [String: Any] = ["children": children, "many": children.count > 6]
        return try await page("who", request, context, values)
    }

    private func family(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        guard session.parentUntil != nil else {
            return try await page(
                "family-closed", request, context, ["next": "/family", "asks": true])
        }
        let account = try await account(session)
        var asked: PlayerID? = session.player
        if let child = request.uri.queryParameters["child"] {
            asked = Int64(String(child)).map { PlayerID(rawValue: $0) }
        }
        let player = asked.flatMap { account.player($0) }
        guard let player else { throw WireError.notFound }
        try await store.noteReading(
            .looked, .page, of: player.id, account: account.id, logger: context.logger)
        let auditPage = AuditPage(request.uri.queryParameters["log"].flatMap { Int($0) } ?? 1)
        let values = FamilyValues(
            account: account, player: player,
            review: try await store.familyReview(
                player: player.id, account: account.id,
                notes: NotePage(
                    request.uri.queryParameters["notes"].flatMap { Int($0) } ?? 1)),
            days: try await store.daysKept(player: player.id),
            audit: try await store.audit(of: account.id, page: auditPage),
            auditPage: auditPage,
            auditCount: try await store.auditCount(of: account.id), content: content,
            language: content.language)
        return try await page(
            "family", request, context, values.values.merging(["offersApps": offersApps]) { $1 })
    }

    private func account(_ session: Session) async throws -> Account {
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        return account
    }

    private func page(
        _ template: String, _ request: Request, _ context: TrainerContext, _ values: [String: Any]
    ) async throws -> Response {
        let key = template == "who" ? "who.title" : "family.title"
        return try pages.page(
            template, title: content.text(key) ?? key, path: request.uri.path,
            visitor: try await visitors.visitor(context), values: values)
    }
}
