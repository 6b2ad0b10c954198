import HTTPTypes
import Hummingbird

/// Rejects requests without the access that their route requires.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    let access: RouteAccess
    var parentNeeded = WireError.parentNeeded

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        switch access {
        case .open: break
        case .member: guard context.identity != nil else { throw WireError.signedOut }
        case .device:
            guard context.identity != nil || context.device != nil else {
                throw WireError.signedOut
            }
        case .parent:
            guard let identity = context.identity else { throw WireError.signedOut }
            guard identity.isParent else { throw parentNeeded }
        }
        return try await next(request, context)
    }
}

extension WireError {
    /// The error for a parent's route without the PIN.
    package static let parentNeeded = WireError(
        .forbidden, "parent_needed", "Please enter the parent PIN first.")
}
