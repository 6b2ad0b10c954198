import FamilyAccounts
import Foundation
import HTTPTypes
import Hummingbird

/// Handles changed terms: the page that asks for an adult, and the parent's agreement (A15).
struct TermsRoutes {
    let pages: any SitePages
    let store: any AccountStore
    let content: any TextCatalog
    let gate: ParentGate
    let main: MainApp

    func addPage(to members: RouteGroup) {
        members.get("agree", use: show)
    }

    func add(to group: RouteGroup) {
        group.post("agreement", use: agree)
    }

    private func show(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try context.signedIn()
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        guard !Terms.areAgreed(by: session) else {
            return .redirect(to: try await main.nextPage(for: account, store: store), type: .normal)
        }
        return try await page(request, context, ["asks": session.parentUntil == nil])
    }

    /// The page on which a parent agrees.
    func page(
        _ request: Request, _ context: FamilyContext, _ values: [String: Any],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let account = try await store.account(try context.signedIn().account) else {
            throw WireError.signedOut
        }
        let date = content.longDate(
            daysSince1970: Int(account.termsAgreedAt.timeIntervalSince1970) / 86_400)
        let before = content.text(
            "agree.before", values: ["version": account.termsVersion, "date": date])
        return try await pages.page(
            "agree", title: words("agree.title"), request: request,
            context: context,
            values: values.merging(
                ["version": Terms.version, "before": before ?? "agree.before"]
            ) { first, _ in first }, status: status)
    }

    private struct Given: Decodable {
        let version: String
    }

    private func agree(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try gate.pass(context)
        let given = try await WireJSON.read(Given.self, from: request, context: context)
        return try WireJSON.response([
            "next": try await agree(to: given.version, request: request, context: context)
        ])
    }

    /// Agrees to the version that was shown, and closes the parent's part, because the child
    /// continues to play.
    ///
    /// - Returns: The next page.
    /// - Throws: `signed_out`, `parent_needed`, or `invalid` for another version.
    func agree(
        to version: String, request: Request, context: FamilyContext
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
        return try await main.nextPage(for: account, store: store)
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }
}
