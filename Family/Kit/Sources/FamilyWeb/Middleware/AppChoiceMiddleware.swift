package import Hummingbird

/// Rejects requests to an app that a parent has switched off for the member.
///
/// Pages redirect to Home; other routes return `app_off` (403). While the parent PIN is valid,
/// every request passes, so parents can manage apps that a child may not use.
package struct AppChoiceMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The app's id.
    let app: String
    /// Whether a member may use the app until a parent decides.
    let isEnabledByDefault: Bool
    /// Whether adults with their own logins may always use the app.
    let isForAdults: Bool

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        if let identity = context.identity, !identity.isParent,
            !(isForAdults && identity.isSignedInAdult),
            !(identity.appChoices[app] ?? isEnabledByDefault)
        {
            if request.isForPage { return .redirect(to: "/", type: .normal) }
            throw WireError(
                .forbidden, "app_off",
                "This app is switched off for this child. A parent can switch it on at Home.")
        }
        return try await next(request, context)
    }
}
