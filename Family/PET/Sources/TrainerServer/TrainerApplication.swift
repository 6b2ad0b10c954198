public import FaceJudge
public import FamilyWeb
public import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import TrainerAccounts
public import TrainerContent
public import TrainerStore

/// The game's server: pages, decisions, files, on one address.
public struct TrainerApplication: Sendable {
    /// What the server is told.
    public struct Configuration: Sendable {
        /// The address to listen at: 127.0.0.1 but where the house's network is wanted.
        public var host: String
        /// The TCP port; 0 for one that is free.
        public var port: Int
        /// The folder of templates, styles, modules and fonts.
        public var webFolder: URL
        /// Names that the server answers to, in lower case, besides the loopback ones.
        public var hostNames: Set<String>
        /// Where the house's network is served to; nil where it is not.
        public var secure: SecureListener?
        /// What one address and one account may do; nil for a family's own server.
        public var limits: PublicLimits?
        /// What the server counts of itself; nil where nobody looks.
        public var metrics: ServerMetrics?
        /// The listening socket that was handed over; takes the place of host and port.
        public var inherited: InheritedSocket?
        /// The socket that was handed over for the figures.
        public var inheritedForMetrics: InheritedSocket?
        /// What speaks where neither a recording nor the browser does; nil for nothing.
        public var voice: ServerVoice?
        /// How many connections may be open at once; more wait.
        public var maximumConnections: Int
        /// How long a connection may say nothing, in seconds.
        public var idleSeconds: Int64
        /// What a password's hash costs.
        public var passwordCost: PasswordCost
        /// The apps besides P.E.T., in the order of their cards.
        package var apps: [any FamilyApp] = []
        /// Maximum number of passwords hashed at a time, each in 64 MiB: two if there is more than one
        /// processor, which halves the wait when forty people log in at once.
        public var passwordLanes: Int

        /// Makes a configuration with the values of a family's server.
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
    /// What request bodies may take of the memory, on all listeners together.
    let bodies = BodyBudget()
    private let connections: ConnectionLedger
    private let judge: FaceJudge
    let logger: Logger

    /// Makes a server; it listens when it is run.
    public init(
        configuration: Configuration, store: TrainerStore, content: Content, judge: FaceJudge,
        logger: Logger
    ) {
        self.configuration = configuration
        self.store = store
        self.content = content
        self.judge = judge
        self.logger = logger
        connections = ConnectionLedger(total: configuration.maximumConnections)
    }

    /// Serves until the task is cancelled or a graceful shutdown begins.
    ///
    /// - Parameter listening: Told the port once the server listens.
    /// - Throws: Where a template cannot be read, or the address is taken.
    public func run(listening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let router = try await router()
        if let inherited = configuration.inherited {
            return try await InheritedServer(
                socket: inherited, responder: guarded(router), configuration: channel,
                maximumConnections: configuration.maximumConnections + Self.spareConnections,
                logger: logger,
                listening: listening
            ).run()
        }
        let application = Application(
            responder: guarded(router), server: .http1(configuration: channel),
            configuration: listener(configuration.host, configuration.port),
            onServerRunning: { channel in await listening(channel.localAddress?.port ?? 0) },
            logger: logger)
        guard let secure = configuration.secure else { return try await application.run() }
        try await run(application, with: secure, router: router)
    }

    /// What holds for every connection.
    var channel: HTTP1Channel.Configuration {
        .init(
            additionalChannelHandlers: [ConnectionHandler(ledger: connections)],
            idleTimeout: .seconds(configuration.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100))
    }

    /// An address with the limit of its connections.
    func listener(_ host: String, _ port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port),
            availableConnectionsDelegate: MaximumAvailableConnections(
                configuration.maximumConnections + Self.spareConnections, logger: logger))
    }

    /// How many connections are accepted beyond the most that stay: one has to be accepted before an
    /// idle one can give way to it.
    private static let spareConnections = 64

    /// A router behind the checks that hold for every listener.
    func guarded(
        _ router: Router<TrainerContext>
    ) -> GuardedResponder<RouterResponder<TrainerContext>> {
        GuardedResponder(base: router.buildResponder(), bodies: bodies)
    }

    // MARK: - Routes

    /// The routes of all apps with their access.
    package func routes() async throws -> [AppRoute] {
        try await site().router(logger: logger).routes
    }

    /// Does the periodic work of every app; one that fails does not keep the others from theirs.
    ///
    /// - Throws: The first failure, after all apps had their turn.
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

    private func router() async throws -> Router<TrainerContext> {
        try await site().router(logger: logger).router
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
            pages: pages, visitors: Visitors(store: store, language: content.language),
            store: store, content: content,
            apps: apps)
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

    /// Registers P.E.T.'s routes and those of accounts.
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
        let pageRoutes = PageRoutes(
            pages: pages, visitors: visitors, store: store, content: content, judge: judge)
        pageRoutes.addOpen(to: visited)
        HomeNetworkPage(pages: pages, visitors: visitors, content: content, secure: secure)
            .add(to: visited)
        let open = visited.group("api")
        let gate = ParentGate(content: content)
        let secrets = ShownOnce()
        let sessionRoutes = SessionRoutes(store: store, accounts: accounts, content: content)
        let accountRoutes = AccountRoutes(
            store: store, accounts: accounts, content: content, gate: gate,
            apps: configuration.apps, secrets: secrets)
        sessionRoutes.add(to: open, members: routes.member.group("api"))
        accountRoutes.addOpen(to: open)
        let parent = ParentRoutes(store: store, accounts: accounts, content: content)
        let terms = TermsRoutes(
            pages: pages, visitors: visitors, store: store, content: content, gate: gate)
        let forms = FormRoutes(
            pages: pages, visitors: visitors, store: store, content: content,
            sessions: sessionRoutes, accounts: accountRoutes, parent: parent, terms: terms)
        forms.addOpen(to: visited)
        let memberPages = MemberPages(
            pages: pages, visitors: visitors, store: store, accounts: accounts, content: content,
            secrets: secrets, apps: configuration.apps)
        memberPages.addOpen(to: visited)
        NarrationRoutes(content: content).add(to: open)

        let members = routes.member
        // What is open to those, too, who have not agreed to the present terms yet.
        terms.addPage(to: members)
        forms.addMembers(to: members)
        memberPages.addMembers(to: members)
        pageRoutes.addAccount(to: members)
        let always = members.group("api")
        let alwaysParent = routes.parent.group("api")
        terms.add(to: alwaysParent)
        parent.add(to: always)
        accountRoutes.addMembers(to: always, parent: alwaysParent)

        let agreed = members.group().add(middleware: TermsMiddleware(content: content))
        pageRoutes.addMembers(to: agreed)
        FamilyPages(
            pages: pages, visitors: visitors, store: store, content: content,
            offersApps: configuration.apps.contains { $0.resources.card != nil }
        ).add(to: agreed)
        let own = agreed.group("api")
        // The routes of P.E.T. alone, for children who may use it.
        let played = agreed.group()
        if let choice = routes.choice { played.add(middleware: choice) }
        pageRoutes.addGame(to: played)
        let game = played.group("api")
        PlayerRoutes(store: store).add(to: own)
        FamilyRoutes(
            store: store, content: content, gate: gate, parent: parent, apps: configuration.apps
        ).add(to: routes.parent.group("api").add(middleware: TermsMiddleware(content: content)))
        SettingsRoutes(store: store, content: content).add(to: own)
        RoundRoutes(store: store, content: content).add(to: game)
        BankRoutes(store: store, content: content, judge: judge).add(to: own)
        SittingRoutes(store: store, content: content).add(to: game)
        SpeechRoutes(voice: configuration.voice, content: content).add(to: game)
        FacialFunRoutes(store: store, content: content, judge: judge).add(to: game)
    }

    /// The files that pages and content are made of, each middleware with its path.
    private func files(
        assets: String
    ) -> [(middleware: any FamilyMiddleware, path: String)] {
        let forGood = CacheControl([
            (MediaType(type: .any), [.public, .maxAge(31_536_000), .immutable])
        ])
        var files: [(middleware: any FamilyMiddleware, path: String)] = []
        for folder in ["styles", "modules", "fonts", "icons"] {
            let served = FileMiddleware<TrainerContext, LocalFileSystem>(
                configuration.webFolder.appending(path: folder).path,
                urlBasePath: "\(assets)/\(folder)", cacheControl: forGood, logger: logger
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
