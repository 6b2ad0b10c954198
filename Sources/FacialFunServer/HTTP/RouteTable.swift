import NIOHTTP1

/// All routes of the service.
struct RouteTable: Sendable {
    /// A route of a path for one method.
    struct Match: Sendable {
        /// The route.
        let route: Route
        /// The values of its path's variable parts.
        let parameters: [String: String]
    }

    /// All routes of one path, for any method; empty for an unknown path.
    struct Resource: Sendable {
        /// The routes in the order of the table.
        let matches: [Match]

        /// Error format of the path; the service's own for unknown paths.
        var errorStyle: Route.ErrorStyle { matches.first?.route.errorStyle ?? .problem }

        /// Whether the path is a page of the service or a part of one.
        var isPage: Bool { matches.contains { $0.route.isPage } }

        /// The allowed methods, for `Allow`.
        var methods: [String] {
            matches.flatMap { match in
                match.route.method == .GET ? ["GET", "HEAD"] : [match.route.method.rawValue]
            }
        }

        /// Finds the route of a method; `HEAD` uses that of `GET`.
        ///
        /// - Throws: `not_found`, `method_not_allowed`.
        func match(_ method: HTTPMethod) throws(Problem) -> Match {
            guard !matches.isEmpty else { throw Problem.notFound }
            let method = method == .HEAD ? .GET : method
            guard let match = matches.first(where: { $0.route.method == method }) else {
                throw Problem.methodNotAllowed(methods)
            }
            return match
        }
    }

    /// The routes.
    let routes: [Route]

    /// Finds the routes of a path; called once for each request.
    func resource(at path: String) -> Resource {
        let segments = PathPattern.segments(of: path)
        return Resource(
            matches: routes.compactMap { route in
                route.pattern.parameters(of: segments).map {
                    Match(route: route, parameters: $0)
                }
            })
    }
}
