import HTTPTypes
package import Hummingbird

/// Closes the connection after the response to a request with a chunked or very large body.
///
/// Otherwise the server would read the rest of the body to its end. Browsers always state the
/// length of a body, so they are not affected.
package struct BodyMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    package init() {}

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        if request.headers[.transferEncoding] != nil || length > WireJSON.mostDiscarded {
            context.stopReading()
            response.headers[.connection] = "close"
        }
        return response
    }
}
