import Hummingbird

/// Refuses a path with a NUL in it: the system takes what stands before it for the whole name.
struct PathMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        guard !request.uri.path.contains("%00") else {
            throw WireError(.badRequest, "refused", "There can be nothing at this address.")
        }
        return try await next(request, context)
    }
}
