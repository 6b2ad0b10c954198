import HTTPTypes
package import Hummingbird

/// The headers that keep pages to themselves: own scripts, styles and pictures alone, in no frame.
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

    /// The headers of the apps whose pages may do more, by prefix.
    private let additions: [(prefix: String, headers: HTTPFields)]

    /// Makes a middleware with what the pages of apps may do beyond the policy, by their prefix.
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

    /// Adds the headers to an answer that no route gives.
    package static func addHeaders(to response: inout Response) {
        for field in headers { response.headers[field.name] = field.value }
    }
}
