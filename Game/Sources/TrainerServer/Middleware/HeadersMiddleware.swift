import HTTPTypes
import Hummingbird

/// The headers that keep pages to themselves: own scripts, styles and pictures alone, in no frame.
struct HeadersMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    static let contentSecurityPolicy: ContentSecurityPolicy = [
        .defaultSrc(.self), .imgSrc(.self, "blob:", "data:"), .mediaSrc(.self, "blob:"),
        .objectSrc(.none), .baseURI(.self), .formAction(.self), .frameAncestors(.none),
    ]

    private static let headers: HTTPFields = [
        .contentSecurityPolicy: contentSecurityPolicy.description,
        .xContentTypeOptions: "nosniff",
        .xFrameOptions: "DENY",
        .referrerPolicy: "no-referrer",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: "camera=(self), microphone=(self), geolocation=(), payment=()",
    ]

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        Self.addHeaders(to: &response)
        return response
    }

    /// Adds the headers to an answer that no route gives.
    static func addHeaders(to response: inout Response) {
        for field in headers { response.headers[field.name] = field.value }
    }
}
