import FamilyWeb
import TrainerAccounts
import HTTPTypes
import Hummingbird
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
        return try await next(request, context)
    }
}
