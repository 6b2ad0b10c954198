public import FaceJudge
public import FamilyWeb
import HTTPTypes
import Hummingbird
public import Logging
import NIOCore
public import TrainerStore

/// The server's metrics for Prometheus, on a separate listener that only this machine can reach.
///
/// The game's own address never serves them: behind a proxy, every client seems to come from this
/// machine.
public struct MetricsServer: Sendable {
    let port: Int
    let inherited: InheritedSocket?
    let metrics: ServerMetrics
    let store: TrainerStore
    let judge: FaceJudge
    let logger: Logger

    /// Makes a listener on a port of 127.0.0.1 or on an inherited socket.
    public init(
        port: Int, inherited: InheritedSocket? = nil, metrics: ServerMetrics, store: TrainerStore,
        judge: FaceJudge, logger: Logger
    ) {
        self.port = port
        self.inherited = inherited
        self.metrics = metrics
        self.store = store
        self.judge = judge
        self.logger = logger
    }

    /// Serves `/metrics` until the task is canceled or a graceful shutdown begins.
    public func run(listening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let router = Router()
        router.get("metrics") { request, _ in
            // Rejects requests for other host names, against DNS rebinding.
            let host = HostMiddleware.name(of: request.head.authority ?? "")
            guard ["127.0.0.1", "localhost"].contains(host) else {
                return Response(status: .init(code: 421, reasonPhrase: "Misdirected Request"))
            }
            let text = MetricsText.text(
                metrics, size: try await store.size(), judges: judge.states)
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        }
        if let inherited {
            return try await InheritedServer(
                socket: inherited, responder: router.buildResponder(),
                configuration: .init(idleTimeout: .seconds(30)), maximumConnections: 64,
                logger: logger, listening: listening
            ).run()
        }
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { await listening($0.localAddress?.port ?? 0) }, logger: logger)
        try await application.run()
    }
}
