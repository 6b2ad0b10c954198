/// The access that a route requires.
package enum RouteAccess: String, Codable, Sendable, CaseIterable {
    /// No authentication.
    case open
    /// A signed-in member.
    case member
    /// A signed-in member while the parent PIN is valid.
    case parent
    /// A signed-in member, or a device approved by a parent.
    case device
}

/// A declared route.
package struct AppRoute: Hashable, Codable, Sendable {
    /// The app that the route belongs to.
    package let app: String
    /// The HTTP method.
    package let method: String
    /// The path, with `{…}` for parameters and `**` for files.
    package let path: String
    /// The required access.
    package let access: RouteAccess
}

/// Collects the routes of all apps during registration.
package final class RouteTable {
    /// All routes by path and method.
    package var routes: [AppRoute] {
        found.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
    private var found: [AppRoute] = []

    package init() {}

    func add(_ route: AppRoute) { found.append(route) }
}
