public import FaceJudge
public import FamilyAccounts
public import FamilyMedia
public import FamilyWeb
public import Foundation
import HTTPTypes
import Hummingbird
public import Logging
public import TrainerContent
public import TrainerStore

/// The app id of the game in the kit's context.
typealias TrainerContext = FamilyContext

/// The game's server: pages, API and files at one address.
public struct TrainerApplication: Sendable {
    /// The configuration of a server.
    public struct Configuration: Sendable {
        /// The address to listen on: 127.0.0.1 unless the home network is served.
        public var host: String
        /// The TCP port; 0 for any free port.
        public var port: Int
        /// The folder of templates, styles, modules and fonts.
        public var webFolder: URL
        /// Host names that the server accepts in addition to the loopback names, in lower case.
        public var hostNames: Set<String>
        /// The home network to serve; nil for none.
        public var secure: SecureListener?
        /// Limits for each address and account; nil on a family's own server.
        public var limits: PublicLimits?
        /// The server's metrics; nil if none are collected.
        public var metrics: ServerMetrics?
        /// The inherited listening socket; replaces host and port.
        public var inherited: InheritedSocket?
        /// The inherited socket for metrics.
        public var inheritedForMetrics: InheritedSocket?
        /// The voice for texts without a recording if the browser has none; nil for no voice.
        public var voice: ServerVoice?
        /// Maximum number of open connections; further ones wait.
        public var maximumConnections: Int
        /// Idle timeout of a connection, in seconds.
        public var idleSeconds: Int64
        /// The cost of a password hash.
        public var passwordCost: PasswordCost
        /// The apps other than P.E.T., in the order of their cards.
        package var apps: [any FamilyApp] = []
        /// Maximum number of passwords hashed at a time, each in 64 MiB.
        ///
        /// Two if there is more than one processor, which halves the wait when forty people log in
        /// at once.
        public var passwordLanes: Int

        /// Makes the configuration of a family's server.
        public init(webFolder: URL, host: String = "127.0.0.1", port: Int = 8610) {
            self.webFolder = webFolder
            self.host = host
            self.port = port
            hostNames = []
            voice = nil
            maximumConnections = 2000
            idleSeconds = 30
            passwordCost = .standard
            passwordLanes = ProcessInfo.processInfo.activeProcessorCount > 1 ? 2 : 1
        }
    }

    let configuration: Configuration
    private let store: TrainerStore
    let content: Content
    private let judge: FaceJudge
    let logger: Logger

    /// Makes a server; ``run`` starts listening.
    public init(
        configuration: Configuration, store: TrainerStore, content: Content, judge: FaceJudge,
        logger: Logger
    ) {
        self.configuration = configuration
        self.store = store
        self.content = content
        self.judge = judge
        self.logger = logger
    }

    /// Serves until the task is canceled or a graceful shutdown begins.
    ///
    /// - Parameter listening: Called with the port once the server listens.
    /// - Throws: If a template cannot be read or the address is in use.
    public func run(listening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let server = FamilyServer(
            configuration: .init(
                host: configuration.host, port: configuration.port,
                inherited: configuration.inherited, secure: configuration.secure,
                maximumConnections: configuration.maximumConnections,
                idleSeconds: configuration.idleSeconds), logger: logger)
        try await server.run(
            try await site().router(logger: logger).router, trust: try await trustPages(),
            listening: listening)
    }

    /// The pages for devices that do not trust the certificate yet; nil unless the server uses its
    /// own certificate.
    private func trustPages() async throws -> FamilyServer.TrustPages? {
        guard configuration.secure?.authority != nil else { return nil }
        let pages = try await PageRenderer(
            folder: configuration.webFolder, content: content, assets: "")
        return FamilyServer.TrustPages(
            pages: VisitedPages(
                pages: pages, visitors: Visitors(store: store, language: content.language)),
            title: "P.E.T.", fileName: "pet-authority.crt", folder: configuration.webFolder)
    }

    // MARK: - Routes

    /// The routes of all apps with their access.
    package func routes() async throws -> [AppRoute] {
        try await site().router(logger: logger).routes
    }

    /// Runs the periodic work of every app; a failure of one does not stop the others.
    ///
    /// - Throws: The first failure, after all apps have run.
    package func maintain() async throws {
        var failure: (any Error)?
        for app in apps(register: { _ in }) {
            do { try await app.maintain() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    private func apps(register: @escaping @Sendable (AppRoutes) -> Void) -> [any FamilyApp] {
        [PetApp(store: store, content: content, logger: logger, register: register)]
            + configuration.apps
    }

    /// The site of all apps, with P.E.T.'s pages, accounts and limits.
    package func site() async throws -> FamilySite {
        let version = AssetVersion.of(configuration.webFolder)
        let assets = "/assets/\(version)"
        let pages = try await PageRenderer(
            folder: configuration.webFolder, content: content, assets: assets,
            speaks: configuration.voice != nil)
        let apps = apps { routes in addRoutes(to: routes, pages: pages, version: version) }
        let home = HomeApp(
            pages: VisitedPages(
                pages: pages, visitors: Visitors(store: store, language: content.language)),
            store: store, content: content, apps: apps)
        var site = FamilySite(apps: apps + [home])
        site.metrics = configuration.metrics
        site.errors = ErrorMiddleware(pages: pages)
        let secure = configuration.secure
        site.hostNames = configuration.hostNames
        site.isHomeName = { secure?.isKnown(by: $0) ?? false }
        site.files = files(assets: assets)
        site.addressLimits = configuration.limits.map { AddressLimitMiddleware(limits: $0) }
        site.householdLimits = AccountLimitMiddleware(limits: configuration.limits)
        site.session = SessionMiddleware(store: store)
        site.parentNeeded = WireError(
            .forbidden, "parent_needed", content.text("parent.needed") ?? "parent.needed")
        return site
    }

    /// Registers the routes of the game and of accounts.
    private func addRoutes(to routes: AppRoutes, pages: PageRenderer, version: String) {
        let accounts = Authenticator(
            store: store,
            hasher: PasswordHasher(
                cost: configuration.passwordCost, lanes: configuration.passwordLanes))
        let secure = configuration.secure
        RootFiles(folder: configuration.webFolder, version: version).add(to: routes.anonymous)
        PortalRoutes(pages: pages, store: store, content: content).add(to: routes.anonymous)

        let visited = routes.open
        let visitors = Visitors(store: store, language: content.language)
        let visitedPages = VisitedPages(pages: pages, visitors: visitors)
        HomeNetworkPage(pages: visitedPages, content: content, secure: secure).add(to: visited)
        let open = visited.group("api")
        let site = AccountSite(
            .init(
                pages: visitedPages, store: store,
                accounts: accounts, content: content, apps: configuration.apps, main: .pet,
                parentPages: [
                    "/family", "/members", "/settings/grown-ups", "/edit-account", "/agree",
                    PracticePages.path, "/sharing",
                ], secure: secure))
        site.addRoutes(to: routes)
        let pageRoutes = PageRoutes(
            pages: pages, visitors: visitors, store: store, content: content, judge: judge,
            children: site.children)
        pageRoutes.addOpen(to: visited)
        NarrationRoutes(content: content).add(to: open)

        let members = routes.member
        // Accessible before the user agrees to the current terms.
        pageRoutes.addAccount(to: members)
        AccountExportRoutes(store: store, gate: site.gate, apps: configuration.apps)
            .add(to: routes.parent.group("api"))

        let agreed = members.group().add(middleware: TermsMiddleware(content: content))
        // Routes that need a child, which a new practice does not have.
        let child = agreed.group().add(middleware: ChildMiddleware())
        pageRoutes.addMembers(to: child)
        FamilyPages(
            pages: pages, visitors: visitors, store: store, content: content,
            offersApps: configuration.apps.contains { $0.resources.card != nil }
        ).add(to: child)
        let practice = PracticePages(
            pages: pages, visitors: visitors, store: store, content: content, gate: site.gate,
            main: .pet)
        practice.add(to: agreed)
        practice.addShared(to: agreed)
        let own = child.group("api")
        // The routes of P.E.T. for children who may use it.
        let played = child.group()
        if let choice = routes.choice { played.add(middleware: choice) }
        pageRoutes.addGame(to: played)
        let game = played.group("api")
        PlayerRoutes(store: store, main: .pet).add(to: own)
        FamilyRoutes(
            store: store, content: content, gate: site.gate, parent: site.parent,
            apps: configuration.apps
        ).add(to: routes.parent.group("api").add(middleware: TermsMiddleware(content: content)))
        SettingsRoutes(store: store, content: content).add(to: own)
        RoundRoutes(store: store, content: content).add(to: game)
        BankRoutes(store: store, content: content, judge: judge).add(to: own)
        SittingRoutes(store: store, content: content).add(to: game)
        SpeechRoutes(
            voice: configuration.voice,
            busy: content.text("message.busy") ?? "Too many requests at once."
        ).add(to: game)
        FacialFunRoutes(store: store, content: content, judge: judge).add(to: game)
    }

    /// The middleware for the files of pages and content, each with its path.
    private func files(
        assets: String
    ) -> [(middleware: any FamilyMiddleware, path: String)] {
        let immutable = CacheControl([
            (MediaType(type: .any), [.public, .maxAge(31_536_000), .immutable])
        ])
        var files: [(middleware: any FamilyMiddleware, path: String)] = []
        for folder in ["styles", "modules", "fonts", "icons"] {
            let served = FileMiddleware<TrainerContext, LocalFileSystem>(
                configuration.webFolder.appending(path: folder).path,
                urlBasePath: "\(assets)/\(folder)", cacheControl: immutable, logger: logger
            ).withAdditionalMediaType(.textJavascript, mappedToFileExtension: "js")
            files.append((served, "/assets/**"))
        }
        files.append(
            (
                FileMiddleware<TrainerContext, ContentFiles>(
                    fileProvider: ContentFiles(content: content, logger: logger),
                    urlBasePath: "/content",
                    cacheControl: CacheControl([
                        (MediaType(type: .any), [.public, .maxAge(3600)])
                    ])), "/content/**"
            ))
        return files
    }
}
