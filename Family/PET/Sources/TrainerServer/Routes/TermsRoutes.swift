import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerContent
import TrainerRules
import TrainerStore

/// Changed terms: the page that fetches a grown-up, and the parent's agreement (A15).
struct TermsRoutes {
    let pages: PageRenderer
    let visitors: Visitors
    let store: TrainerStore
    let content: Content
    let gate: ParentGate

    func addPage(to members: RouteGroup) {
        members.get("agree", use: show)
    }

    func add(to group: RouteGroup) {
        group.post("agreement", use: agree)
    }

    private func show(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        guard !Terms.areAgreed(by: session) else {
            return .redirect(to: try await Self.onward(account, store: store), type: .normal)
        }
        let day = Day(secondsSince1970: Int(account.termsAgreedAt.timeIntervalSince1970))
        let date = ChartWords(content.texts(content.language)).longDate(day)
        let before = content.text(
            "agree.before", values: ["version": account.termsVersion, "date": date])
        return try pages.page(
            "agree", title: words("agree.title"), path: request.uri.path,
            visitor: try await visitors.visitor(context),
            values: ["version": Terms.version, "before": before ?? "agree.before"])
    }

    private struct Given: Decodable {
        let version: String
    }

    /// The parent agrees to the version that was shown; the parent's part is closed by it, since the
    /// device goes back to the child.
    private func agree(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try gate.pass(context)
        let given = try await WireJSON.read(Given.self, from: request, context: context)
        guard given.version == Terms.version else {
            throw WireError(
                .unprocessableContent, "invalid", words("agree.other_version"),
                fields: ["version": words("agree.other_version")])
        }
        let account = try await store.agree(
            toTerms: given.version, account: session.account, by: .parent)
        if let token = SessionCookie.token(of: request) {
            try await store.closeParentPart(token.digest)
        }
        return try WireJSON.response(["next": try await Self.onward(account, store: store)])
    }

    /// Where a family goes on: several children say who plays.
    static func onward(
        _ account: Account, store: TrainerStore
    ) async throws(StoreError) -> String {
        guard account.players.count == 1 else { return "/who" }
        return try await HomeApp.firstPage(of: account.players[0].id, store: store)
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }
}
