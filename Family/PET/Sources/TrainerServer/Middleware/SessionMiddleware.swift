import FamilyWeb
import TrainerAccounts
import HTTPTypes
import Hummingbird
import TrainerAccounts
import TrainerStore

/// Finds out who is signed in, and keeps the session alive.
struct SessionMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    let store: TrainerStore

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = SessionCookie.token(of: request) {
            context.identity = try await store.session(token.digest)
        }
        if context.session == nil, let response = try await signIn(request, context, next) {
            return response
        }
        return try await next(request, context)
    }
}

extension SessionMiddleware {
    /// Begins a session when a page is opened on an approved device; nil otherwise.
    private func signIn(
        _ request: Request, _ context: TrainerContext,
        _ next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response? {
        let path = request.uri.path
        guard request.method == .get, !path.hasPrefix("/api/"),
            let device = ApprovedDeviceCookie.token(of: request)
        else { return nil }
        let token = SessionToken()
        guard let session = try await store.createSession(token.digest, device: device.digest)
        else { return nil }
        var context = context
        context.identity = session
        var response =
            path == "/login"
            ? Response.redirect(to: "/", type: .normal) : try await next(request, context)
        SessionCookie.set(token, on: &response)
        return response
    }
}
