package import FamilyAccounts
import HTTPTypes
package import Hummingbird

/// The terms to agree to for a new account, and again after a change (A15).
package enum Terms {
    /// The version, which changes if the meaning of the terms changes; stored with each agreement.
    ///
    /// Users who agreed to another version must agree again before they continue. The catalog's
    /// `agree.news` describes the changes.
    package static let version = "2026-11"

    /// Whether a session's account has agreed to the current terms.
    package static func areAgreed(by session: Session) -> Bool { session.termsVersion == version }
}

/// Rejects accounts that have not agreed to the current terms.
///
/// Pages redirect to `/agree`; routes answer `terms_changed` (403). The pages that a parent needs
/// to reject the terms are exempt: the PIN, Edit Account with export and deletion, logging out.
package struct TermsMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The address of the agreement page.
    package static let page = "/agree"

    private let content: any TextCatalog

    /// Makes middleware with the texts of its error.
    package init(content: any TextCatalog) {
        self.content = content
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        let session = try context.signedIn()
        if Terms.areAgreed(by: session) { return try await next(request, context) }
        let isPage = request.method == .get && !request.uri.path.hasPrefix("/api/")
        if isPage { return .redirect(to: Self.page, type: .normal) }
        throw WireError(
            .forbidden, "terms_changed", content.text("agree.needed") ?? "agree.needed")
    }
}
