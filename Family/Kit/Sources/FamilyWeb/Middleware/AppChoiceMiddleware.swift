package import Hummingbird

/// Rejects requests to an app that a parent switched off for the member.
///
/// Pages lead to Home; other routes answer `app_off` (403). While the parent PIN counts there is no such
/// guard: a parent looks after an app that a child may not use.
package struct AppChoiceMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The app's id.
    let app: String
    /// Whether a member may use the app before a parent decides.
    let isEnabledByDefault: Bool
    /// Whether adults on their own logins may use the app in any case.
    let isForAdults: Bool

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        if let identity = context.identity, !identity.isParent,
            !(isForAdults && identity.isSignedInAdult),
            !(identity.appChoices[app] ?? isEnabledByDefault)
        {
            let isPage =
                request.method == .get && !request.uri.path.split(separator: "/").contains("api")
            if isPage { return .redirect(to: "/", type: .normal) }
            throw WireError(
                .forbidden, "app_off",
                "This app is switched off for this child. A parent can switch it on at Home.")
        }
        return try await next(request, context)
    }
}
