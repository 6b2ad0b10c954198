package import Hummingbird

/// Rejects requests for a child while a practice has no clients.
///
/// Pages redirect to the practice's page, where the first client is added; other routes return
/// `no_child` (409).
package struct ChildMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The address of a practice's page of all clients.
    package static let clientsPage = "/practice"

    /// Makes the middleware.
    package init() {}

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        guard let identity = context.identity, !identity.hasChild else {
            return try await next(request, context)
        }
        if request.isForPage { return .redirect(to: Self.clientsPage, type: .normal) }
        throw WireError(
            .conflict, "no_child", "This practice has no clients. Add one on its page first.")
    }
}

extension Request {
    /// Whether the request opens a page, as opposed to an API's route.
    var isForPage: Bool { method == .get && !uri.path.split(separator: "/").contains("api") }
}
