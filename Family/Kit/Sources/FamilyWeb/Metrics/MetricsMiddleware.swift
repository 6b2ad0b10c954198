import Hummingbird

/// Counts responses.
struct MetricsMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    let metrics: ServerMetrics

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        metrics.begin()
        let start = ContinuousClock.now
        func end(_ status: Int) {
            let passed = (ContinuousClock.now - start).components
            metrics.end(
                .init(
                    route: context.endpointPath ?? "file", method: request.method.rawValue,
                    status: status),
                seconds: Double(passed.seconds) + Double(passed.attoseconds) * 1e-18)
        }
        do {
            let response = try await next(request, context)
            end(Int(response.status.code))
            return response
        } catch {
            end(500)
            throw error
        }
    }
}
