import HTTPTypes
package import Hummingbird

/// Adds the security headers: pages load only their own scripts, styles and pictures, and cannot be
/// framed.
package struct HeadersMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    package static let contentSecurityPolicy: ContentSecurityPolicy = [
        .defaultSrc(.self), .imgSrc(.self, "blob:", "data:"), .mediaSrc(.self, "blob:"),
        .objectSrc(.none), .baseURI(.self), .formAction(.self), .frameAncestors(.none),
    ]

    static let permissions = [
        "camera=(self)", "microphone=(self)", "geolocation=()", "payment=()",
    ]

    static let headers: HTTPFields = [
        .contentSecurityPolicy: contentSecurityPolicy.description,
        .xContentTypeOptions: "nosniff",
        .xFrameOptions: "DENY",
        .referrerPolicy: "no-referrer",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: permissions.joined(separator: ", "),
    ]

    /// The headers of apps with exceptions to the policy, by prefix.
    private let additions: [(prefix: String, headers: HTTPFields)]

    /// Makes a middleware with the apps' exceptions to the policy, by prefix.
    package init(policies: [String: AppResources.Policy] = [:]) {
        additions = policies.filter { $0.value != AppResources.Policy() }
            .map { ($0.key, $0.value.headers) }
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let path = request.uri.path
        let own = additions.first { path == $0.prefix || path.hasPrefix("\($0.prefix)/") }
        for field in own?.headers ?? Self.headers { response.headers[field.name] = field.value }
        return response
    }

    /// Adds the headers to a response that does not come from a route.
    package static func addHeaders(to response: inout Response) {
        for field in headers { response.headers[field.name] = field.value }
    }
}
