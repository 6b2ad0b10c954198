package import HTTPTypes
package import Hummingbird

/// Registers an app's routes, with one group for each kind of access, all under the app's prefix.
package struct AppRoutes {
    /// Public routes that know the member if one is signed in.
    package let open: RouteGroup
    /// Public routes that neither look up nor extend a session.
    package let anonymous: RouteGroup
    /// Routes for signed-in members; in apps with their own prefix, only if there is a child.
    package let member: RouteGroup
    /// Routes for signed-in members while the parent PIN is valid.
    package let parent: RouteGroup
    /// Routes for signed-in members and devices approved by a parent.
    package let device: RouteGroup
    /// Rejects members for whom a parent has switched the app off; nil for an app without a card.
    ///
    /// In apps with their own prefix, `member` and `device` include this check. The app at the root
    /// shares its prefix with accounts, so it adds the check only to its own routes.
    package let choice: AppChoiceMiddleware?

    /// Makes the groups of an app.
    ///
    /// - Parameters:
    ///   - app: The app's id.
    ///   - prefix: The path of its routes.
    ///   - card: The app's card on Home; nil if it has none.
    ///   - router: The router that serves them.
    ///   - session: Authenticates requests.
    ///   - limits: Rate limiter per household; nil for no limit.
    ///   - parentNeeded: The error for a parent's route without the PIN.
    ///   - table: Collects the routes.
    init(
        app: String, prefix: String, card: AppResources.Card?, router: Router<FamilyContext>,
        session: (any FamilyMiddleware)?,
        limits: (any FamilyMiddleware)?, parentNeeded: WireError,
        table: RouteTable
    ) {
        func group(_ access: RouteAccess, _ guards: [(any FamilyMiddleware)?])
            -> RouteGroup
        {
            let group = router.group(RouterPath(prefix))
            for middleware in guards { if let middleware { group.add(middleware: middleware) } }
            return RouteGroup(
                app: app, access: access, path: prefix, routes: group, table: table)
        }
        choice = card.map {
            AppChoiceMiddleware(
                app: app, isEnabledByDefault: $0.isEnabledByDefault, isForAdults: $0.isForAdults)
        }
        let own = prefix.isEmpty ? nil : choice
        let child = prefix.isEmpty ? nil : ChildMiddleware()
        anonymous = group(.open, [])
        open = group(.open, [session])
        member = group(.member, [session, AccessMiddleware(access: .member), limits, child, own])
        parent = group(
            .parent,
            [
                session, AccessMiddleware(access: .member), limits,
                AccessMiddleware(access: .parent, parentNeeded: parentNeeded),
            ])
        device = group(.device, [session, AccessMiddleware(access: .device), limits, child, own])
    }
}

/// Routes with the same access under one path.
package struct RouteGroup {
    private let app: String
    private let access: RouteAccess
    private let path: String
    private let routes: RouterGroup<FamilyContext>
    private let table: RouteTable

    fileprivate init(
        app: String, access: RouteAccess, path: String, routes: RouterGroup<FamilyContext>,
        table: RouteTable
    ) {
        self.app = app
        self.access = access
        self.path = path
        self.routes = routes
        self.table = table
    }

    /// A subgroup of routes with the same access.
    package func group(_ path: RouterPath = "") -> RouteGroup {
        RouteGroup(
            app: app, access: access, path: Self.joined(self.path, path.description),
            routes: routes.group(path), table: table)
    }

    /// Adds a middleware to all routes registered after this call.
    @discardableResult
    package func add(middleware: any FamilyMiddleware) -> RouteGroup {
        routes.add(middleware: middleware)
        return self
    }

    /// Registers a route.
    package func on<Output: ResponseGenerator>(
        _ path: RouterPath, method: HTTPRequest.Method,
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) {
        routes.on(path, method: method, use: handler)
        table.add(
            AppRoute(
                app: app, method: method.rawValue,
                path: Self.joined(self.path, path.description), access: access))
    }

    /// Registers a route for GET.
    package func get<Output: ResponseGenerator>(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) { on(path, method: .get, use: handler) }

    /// Registers a route for PUT.
    package func put<Output: ResponseGenerator>(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) { on(path, method: .put, use: handler) }

    /// Registers a route for POST.
    package func post<Output: ResponseGenerator>(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) { on(path, method: .post, use: handler) }

    /// Registers a route for PATCH.
    package func patch<Output: ResponseGenerator>(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) { on(path, method: .patch, use: handler) }

    /// Registers a route for DELETE.
    package func delete<Output: ResponseGenerator>(
        _ path: RouterPath = "",
        use handler: @escaping @Sendable (Request, FamilyContext) async throws -> Output
    ) { on(path, method: .delete, use: handler) }

    /// Joins two paths with exactly one slash.
    static func joined(_ first: String, _ second: String) -> String {
        "/" + (first.split(separator: "/") + second.split(separator: "/")).joined(separator: "/")
    }
}
