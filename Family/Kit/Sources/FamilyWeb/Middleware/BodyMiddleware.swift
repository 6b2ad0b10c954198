import HTTPTypes
package import Hummingbird

/// Ends the connection after an answer to a request whose body may be without end, so that what no
/// route wanted to read is not read to the end all the same.
///
/// No browser sends such bodies: theirs have a length that is told.
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
            context.readNoMore()
            response.headers[.connection] = "close"
        }
        return response
    }
}
