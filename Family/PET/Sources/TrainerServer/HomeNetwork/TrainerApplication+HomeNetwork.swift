import FamilyWeb
import Foundation
import HomeNetwork
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOCore

/// A port that the game was to listen at and cannot have.
public struct PortTaken: Error, CustomStringConvertible, Sendable {
    /// The port.
    public let port: Int
    /// The option that chooses another.
    public let option: String

    /// What happened and what to do about it.
    public var description: String {
        "Port \(port) is taken by another program. Choose another by \(option)."
    }
}

extension TrainerApplication {
    /// Serves this machine and the house's network until one of them ends.
    func run(
        _ local: some ApplicationProtocol, with secure: SecureListener,
        router: Router<TrainerContext>
    ) async throws {
        let (ports, told) = AsyncStream.makeStream(of: (isTrust: Bool, port: Int).self)
        let house = Application(
            responder: guarded(router),
            server: try .tls(
                .http1(configuration: channel), tlsConfiguration: secure.keeper.configuration()),
            configuration: listener(secure.host, secure.port),
            onServerRunning: { told.yield((false, $0.localAddress?.port ?? 0)) }, logger: logger)
        let trust = try await trustApplication(secure) { told.yield((true, $0)) }
        // Ends with the servers: it is cancelled where this function ends.
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
            // A graceful shutdown ends each of them; what one throws ends all.
            for try await _ in group {}
        }
        told.finish()
        await watching
    }

    /// Tells where the servers listen, and keeps the certificate good.
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

    /// Names the port that is taken.
    private static func naming(
        _ port: Int, _ option: String, _ body: () async throws -> Void
    ) async throws {
        do {
            try await body()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw PortTaken(port: port, option: option)
        }
    }

    /// The page over plain HTTP; nil where devices trust the certificate already.
    private func trustApplication(
        _ secure: SecureListener, listening: @escaping @Sendable (Int) -> Void
    ) async throws -> (any ApplicationProtocol)? {
        guard let authority = secure.authority else { return nil }
        let pages = try await PageRenderer(
            folder: configuration.webFolder, content: content, assets: "")
        let router = Router(context: TrainerContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: HeadersMiddleware())
        router.add(middleware: BodyMiddleware())
        router.add(middleware: LogMiddleware())
        router.add(middleware: ErrorMiddleware(pages: pages))
        router.add(
            middleware: HostMiddleware(
                names: [], isHomeName: { secure.isKnown(by: $0) || $0 == "127.0.0.1" }))
        TrustRoutes(
            authority: authority, secure: secure, pages: pages, folder: configuration.webFolder
        ).add(to: router)
        return Application(
            responder: guarded(router), server: .http1(configuration: channel),
            configuration: listener(secure.host, secure.trustPort),
            onServerRunning: { listening($0.localAddress?.port ?? 0) }, logger: logger)
    }
}
