/// The access that a route requires.
package enum RouteAccess: String, Codable, Sendable, CaseIterable {
    /// Everybody.
    case open
    /// A signed-in member.
    case member
    /// A signed-in member, while the PIN counts.
    case parent
    /// A signed-in member, or a device that a parent approved.
    case device
}

/// A route as it was declared.
package struct AppRoute: Hashable, Codable, Sendable {
    /// The app that it belongs to.
    package let app: String
    /// The HTTP method.
    package let method: String
    /// The path, with `{…}` for its parameters and `**` for files.
    package let path: String
    /// The access that it requires.
    package let access: RouteAccess
}

/// Collects the routes of all apps while they are registered.
package final class RouteTable {
    /// All routes by path and method.
    package var routes: [AppRoute] {
        found.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
    private var found: [AppRoute] = []

    package init() {}

    /// Notes a route.
    func add(_ route: AppRoute) { found.append(route) }
}
