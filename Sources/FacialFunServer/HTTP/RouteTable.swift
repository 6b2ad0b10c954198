import NIOHTTP1

/// All routes of the service.
struct RouteTable: Sendable {
    /// Result of a lookup.
    struct Match: Sendable {
        /// The route.
        let route: Route
        /// The values of its path's variable parts.
        let parameters: [String: String]
    }

    /// The routes.
    let routes: [Route]

    /// Finds the route of a request; `HEAD` uses that of `GET`.
    ///
    /// - Throws: `not_found`, `method_not_allowed`.
    func match(_ method: HTTPMethod, _ path: String) throws(Problem) -> Match {
        let wanted = method == .HEAD ? .GET : method
        var allowed: [String] = []
        for route in routes {
            guard let parameters = route.parameters(of: path) else { continue }
            if route.method == wanted { return Match(route: route, parameters: parameters) }
            allowed.append(route.method.rawValue)
            if route.method == .GET { allowed.append("HEAD") }
        }
        guard !allowed.isEmpty else { throw Problem.notFound }
        throw Problem.methodNotAllowed(allowed)
    }

    /// Error format of a path for any method; the service's own for unknown paths.
    func errorStyle(at path: String) -> Route.ErrorStyle {
        routes.first { $0.parameters(of: path) != nil }?.errorStyle ?? .problem
    }

    /// Whether a path is a page of the service or a part of one.
    func isPage(_ path: String) -> Bool {
        routes.contains { $0.isPage && $0.parameters(of: path) != nil }
    }

    /// The allowed methods of a path, for `Allow`.
    func methods(at path: String) -> [String] {
        routes.filter { $0.parameters(of: path) != nil }
            .flatMap { $0.method == .GET ? ["GET", "HEAD"] : [$0.method.rawValue] }
    }
}
