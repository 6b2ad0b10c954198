import Hummingbird

/// Rejects paths with a NUL byte, because system calls would truncate the name there.
struct PathMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        guard !request.uri.path.contains("%00") else {
            throw WireError(.badRequest, "refused", "The address is invalid.")
        }
        return try await next(request, context)
    }
}
