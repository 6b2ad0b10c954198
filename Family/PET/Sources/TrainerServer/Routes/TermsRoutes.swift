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
        return try await page(request, context, ["asks": session.parentUntil == nil])
    }

    /// The page on which a parent agrees.
    func page(
        _ request: Request, _ context: TrainerContext, _ values: [String: Any],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let account = try await store.account(try context.signedIn().account) else {
            throw WireError.signedOut
        }
        let day = Day(secondsSince1970: Int(account.termsAgreedAt.timeIntervalSince1970))
        let date = ChartWords(content.texts(content.language)).longDate(day)
        let before = content.text(
            "agree.before", values: ["version": account.termsVersion, "date": date])
        return try pages.page(
            "agree", title: words("agree.title"), path: request.uri.path,
            visitor: try await visitors.visitor(context),
            values: values.merging(
                ["version": Terms.version, "before": before ?? "agree.before"]
            ) { first, _ in first }, status: status)
    }

    private struct Given: Decodable {
        let version: String
    }

    private func agree(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try gate.pass(context)
        let given = try await WireJSON.read(Given.self, from: request, context: context)
        return try WireJSON.response([
            "next": try await agree(to: given.version, request: request, context: context)
        ])
    }

    /// Agrees to the version that was shown, and closes the parent's part, since the device goes back
    /// to the child.
    ///
    /// - Returns: The page to go on with.
    /// - Throws: `signed_out`, `parent_needed`, or `invalid` for another version.
    func agree(
        to version: String, request: Request, context: TrainerContext
    ) async throws -> String {
        let session = try gate.pass(context)
        guard version == Terms.version else {
            throw WireError(
                .unprocessableContent, "invalid", words("agree.other_version"),
                fields: ["version": words("agree.other_version")])
        }
        let account = try await store.agree(
            toTerms: version, account: session.account, by: .parent)
        if let token = SessionCookie.token(of: request) {
            try await store.closeParentPart(token.digest)
        }
        return try await Self.onward(account, store: store)
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
