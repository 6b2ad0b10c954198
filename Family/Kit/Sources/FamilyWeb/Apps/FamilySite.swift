import Foundation
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// The configuration of the family server's router.
package struct FamilySite {
    /// The apps, in the order of their cards.
    package var apps: [any FamilyApp]
    /// Accepted host names in addition to the loopback names, in lower case.
    package var hostNames: Set<String> = []
    /// Whether another name belongs to the home network, whose names may change.
    package var isHomeName: @Sendable (String) -> Bool = { _ in false }
    /// Counts requests; nil for no metrics.
    package var metrics: ServerMetrics?
    /// Renders errors as pages.
    ///
    /// If nil, every error is JSON.
    package var errors: (any FamilyMiddleware)?
    /// Rate limiter per client address; nil for no limit.
    package var addressLimits: (any FamilyMiddleware)?
    /// Rate limiter per household; nil for no limit.
    package var householdLimits: (any FamilyMiddleware)?
    /// Sets the identity of a request's context; nil for a server without sign-in.
    package var session: (any FamilyMiddleware)?
    /// The error for a parent's route without the PIN.
    package var parentNeeded = WireError.parentNeeded
    /// Files shared by several apps, each with its path prefix.
    package var files: [(middleware: any FamilyMiddleware, path: String)] = []

    /// Makes a site of apps.
    package init(apps: [any FamilyApp]) { self.apps = apps }

    /// Builds the router: first the middleware, outermost first, then the routes of each app.
    ///
    /// - Returns: The router, and its routes with their access.
    package func router(logger: Logger) -> (router: Router<FamilyContext>, routes: [AppRoute]) {
        let router = Router(context: FamilyContext.self, options: [.autoGenerateHeadEndpoints])
        let table = RouteTable()
        router.add(
            middleware: HeadersMiddleware(
                policies: Dictionary(
                    apps.map { ($0.prefix, $0.resources.policy) }, uniquingKeysWith: { $1 })))
        router.add(middleware: BodyMiddleware())
        router.add(middleware: LogMiddleware())
        if let metrics { router.add(middleware: MetricsMiddleware(metrics: metrics)) }
        if let errors { router.add(middleware: errors) }
        router.add(
            middleware: HostMiddleware(
                names: hostNames.union(["127.0.0.1", "localhost", "[::1]"]), isHomeName: isHomeName)
        )
        router.add(middleware: PathMiddleware())
        router.add(middleware: SameOriginMiddleware())
        router.add(middleware: RangeMiddleware())
        var filePaths: [String] = []
        for (middleware, path) in files {
            router.add(middleware: middleware)
            guard !filePaths.contains(path) else { continue }
            filePaths.append(path)
            table.add(AppRoute(app: "kit", method: "GET", path: path, access: .open))
        }
        for app in apps {
            guard let folder = app.resources.files else { continue }
            router.add(
                middleware: FileMiddleware(
                    folder.path, urlBasePath: app.prefix,
                    cacheControl: CacheControl([(MediaType(type: .any), [.noCache])]),
                    searchForIndexHtml: true, logger: logger
                ).withAdditionalMediaType(.textJavascript, mappedToFileExtension: "js"))
            filePaths.append("\(app.prefix)/**")
            table.add(
                AppRoute(app: app.id, method: "GET", path: "\(app.prefix)/**", access: .open))
        }
        if let addressLimits { router.add(middleware: addressLimits) }
        let kit = AppRoutes(
            app: "kit", prefix: "", card: nil, router: router, session: nil, limits: nil,
            parentNeeded: parentNeeded, table: table)
        kit.anonymous.get("healthz") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "ok\n")))
        }
        for app in apps {
            app.addRoutes(
                to: AppRoutes(
                    app: app.id, prefix: app.prefix, card: app.resources.card, router: router,
                    session: session, limits: householdLimits, parentNeeded: parentNeeded,
                    table: table))
        }
        router.refuseOtherMethods(files: filePaths.map { RouterPath($0) })
        return (router, table.routes)
    }
}

/// Builds an application that tests can call without a socket.
package func buildApplication(
    _ site: FamilySite, configuration: ApplicationConfiguration = .init(), logger: Logger
) -> some ApplicationProtocol {
    Application(
        router: site.router(logger: logger).router, configuration: configuration, logger: logger)
}
