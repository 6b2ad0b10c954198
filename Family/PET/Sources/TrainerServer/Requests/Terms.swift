import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerStore

/// The terms that are agreed to when an account is made, and anew when they change (A15).
enum Terms {
    /// Changes with their meaning; stored with each agreement.
    ///
    /// Whoever agreed to another version is asked before anything else is shown. What is new in a
    /// version stands in the catalogue as `agree.news`.
    static let version = "2026-11"

    /// Whether a session's account has agreed to the present terms.
    static func areAgreed(by session: Session) -> Bool { session.termsVersion == version }
}

/// Lets nobody on whose account agreed to other terms than the present ones.
///
/// Pages lead to `/agree`; routes answer `terms_changed` (403). What a parent needs who does not agree
/// (the PIN, Edit Account with its export and its deletion, the way out) has no such guard.
struct TermsMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    /// Where one agrees.
    static let page = "/agree"

    let content: Content

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        let session = try context.signedIn()
        if Terms.areAgreed(by: session) { return try await next(request, context) }
        let isPage = request.method == .get && !request.uri.path.hasPrefix("/api/")
        if isPage { return .redirect(to: Self.page, type: .normal) }
        throw WireError(
            .forbidden, "terms_changed", content.text("agree.needed") ?? "agree.needed")
    }
}
