package import Hummingbird
import Logging

/// Logs each response: the route's pattern, the status and the time.
///
/// It logs no personal data.
package struct LogMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    package init() {}

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let duration = (ContinuousClock.now - start).components
        let milliseconds = Double(duration.seconds) * 1000 + Double(duration.attoseconds) * 1e-15
        context.logger.log(
            level: response.status.code >= 500 ? .warning : .debug, "answered",
            metadata: [
                "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
                "milliseconds": "\((milliseconds * 10).rounded() / 10)",
            ])
        return response
    }
}
