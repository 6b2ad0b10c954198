package import Foundation
import HomeNetwork
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore

/// The game's port cannot be bound.
public struct PortTaken: Error, CustomStringConvertible, Sendable {
    /// The port.
    public let port: Int
    /// The option to choose another port.
    public let option: String

    /// The problem and its remedy.
    public var description: String {
        "Port \(port) is in use by another program. Choose another with \(option)."
    }
}

/// Listens for the requests of a site: on a port or an inherited socket, and for devices in the home
/// network over TLS.
package struct FamilyServer: Sendable {
    /// The addresses and limits of a server.
    package struct Configuration: Sendable {
        /// The address to listen on.
        package var host: String
        /// The TCP port; 0 for any free port.
        package var port: Int
        /// The inherited listening socket; replaces host and port.
        package var inherited: InheritedSocket?
        /// The home network to serve; nil for none.
        package var secure: SecureListener?
        /// Maximum number of open connections; further ones wait.
        package var maximumConnections: Int
        /// Idle timeout of a connection, in seconds.
        package var idleSeconds: Int64

        /// Makes a configuration.
        package init(
            host: String, port: Int, inherited: InheritedSocket? = nil,
            secure: SecureListener? = nil, maximumConnections: Int, idleSeconds: Int64
        ) {
            self.host = host
            self.port = port
            self.inherited = inherited
            self.secure = secure
            self.maximumConnections = maximumConnections
            self.idleSeconds = idleSeconds
        }
    }

    /// The plain HTTP pages for devices that do not trust the certificate yet.
    package struct TrustPages: Sendable {
        /// Renders the pages.
        package var pages: any SitePages
        /// The title of the page.
        package var title: String
        /// The name of the certificate's file.
        package var fileName: String
        /// The folder of styles.
        package var folder: URL

        /// Makes the pages.
        package init(pages: any SitePages, title: String, fileName: String, folder: URL) {
            self.pages = pages
            self.title = title
            self.fileName = fileName
            self.folder = folder
        }
    }

    private let configuration: Configuration
    /// The memory limit for request bodies, shared by all listeners.
    private let bodies = BodyBudget()
    private let connections: ConnectionLedger
    private let logger: Logger

    /// Makes a server; ``run(_:trust:listening:)`` starts listening.
    package init(configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        connections = ConnectionLedger(total: configuration.maximumConnections)
    }

    /// Serves until the task is canceled or a graceful shutdown begins.
    ///
    /// - Parameters:
    ///   - router: The router of the site.
    ///   - trust: The pages over plain HTTP; nil for none.
    ///   - listening: Called with the port once the server listens.
    /// - Throws: If the address is in use.
    package func run(
        _ router: Router<FamilyContext>, trust: TrustPages? = nil,
        listening: @escaping @Sendable (Int) async -> Void
    ) async throws {
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
        try await run(application, with: secure, router: router, trust: trust)
    }

    /// The configuration of every connection.
    private var channel: HTTP1Channel.Configuration {
        .init(
            additionalChannelHandlers: [ConnectionHandler(ledger: connections)],
            idleTimeout: .seconds(configuration.idleSeconds),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 8 * 1024, maxHeaderListSize: 32 * 1024,
                maxHeaderFieldCount: 100))
    }

    /// An address with its connection limit.
    private func listener(_ host: String, _ port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host, port: port),
            availableConnectionsDelegate: MaximumAvailableConnections(
                configuration.maximumConnections + Self.spareConnections, logger: logger))
    }

    /// Maximum number of accepted connections above the limit: a new one must be accepted before an
    /// idle one can be closed for it.
    private static let spareConnections = 64

    /// A router wrapped with the checks of every listener.
    private func guarded(
        _ router: Router<FamilyContext>
    ) -> GuardedResponder<RouterResponder<FamilyContext>> {
        GuardedResponder(base: router.buildResponder(), bodies: bodies)
    }

    // MARK: - The home network

    /// Serves this machine and the home network until one of the servers ends.
    private func run(
        _ local: some ApplicationProtocol, with secure: SecureListener,
        router: Router<FamilyContext>, trust pages: TrustPages?
    ) async throws {
        let (ports, told) = AsyncStream.makeStream(of: (isTrust: Bool, port: Int).self)
        let house = Application(
            responder: guarded(router),
            server: try .tls(
                .http1(configuration: channel), tlsConfiguration: secure.keeper.configuration()),
            configuration: listener(secure.host, secure.port),
            onServerRunning: { told.yield((false, $0.localAddress?.port ?? 0)) }, logger: logger)
        let trust = pages.flatMap { trustApplication(secure, $0) { told.yield((true, $0)) } }
        // Canceled when this function returns.
        async let watching: Void = Self.watch(secure, hasTrust: trust != nil, ports)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await local.run() }
            group.addTask {
                try await Self.naming(secure.port, "--lan-port") { try await house.run() }
            }
            if let trust {
                group.addTask {
                    try await Self.naming(secure.trustPort, "--trust-port") {
                        try await trust.run()
                    }
                }
            }
            // A graceful shutdown ends each server; if one fails, all end.
            for try await _ in group {}
        }
        told.finish()
        await watching
    }

    /// Reports the listening addresses and renews the certificate.
    private static func watch(
        _ secure: SecureListener, hasTrust: Bool, _ ports: AsyncStream<(isTrust: Bool, port: Int)>
    ) async {
        var bound = secure
        var missing = hasTrust ? 2 : 1
        for await (isTrust, port) in ports {
            if isTrust { bound.trustPort = port } else { bound.port = port }
            missing -= 1
            if missing == 0 { break }
        }
        guard missing == 0 else { return }
        await secure.listening(bound)
        await secure.keeper.run()
    }

    /// Names the port in use.
    private static func naming(
        _ port: Int, _ option: String, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw PortTaken(port: port, option: option)
        }
    }

    /// The page over plain HTTP; nil if devices already trust the certificate.
    private func trustApplication(
        _ secure: SecureListener, _ trust: TrustPages, listening: @escaping @Sendable (Int) -> Void
    ) -> (any ApplicationProtocol)? {
        guard let authority = secure.authority else { return nil }
        let router = Router(context: FamilyContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: HeadersMiddleware())
        router.add(middleware: BodyMiddleware())
        router.add(middleware: LogMiddleware())
        router.add(middleware: ErrorMiddleware(pages: trust.pages))
        router.add(
            middleware: HostMiddleware(
                names: [], isHomeName: { secure.isKnown(by: $0) || $0 == "127.0.0.1" }))
        TrustRoutes(authority: authority, secure: secure, trust: trust).add(to: router)
        return Application(
            responder: guarded(router), server: .http1(configuration: channel),
            configuration: listener(secure.host, secure.trustPort),
            onServerRunning: { listening($0.localAddress?.port ?? 0) }, logger: logger)
    }
}
