import ArgumentParser
import FaceJudge
import FamilyWeb
import Foundation
import Logging
import ServiceLifecycle
import TrainerServer
import TrainerStore

/// What a server for many families is told.
struct OperationOptions: ParsableArguments {
    @Flag(
        name: .customLong("public"),
        help: ArgumentHelp(
            "Serve many families: hold each address and each account to limits.",
            discussion: """
                For a server behind a proxy on this machine that speaks TLS and adds \
                X-Forwarded-For. Name it by --host-name.
                """))
    var isPublic = false

    @Option(
        help: ArgumentHelp(
            "A name that the game answers to, besides this machine's own; may be repeated.",
            valueName: "name"))
    var hostName: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show figures for Prometheus at http://127.0.0.1:N/metrics, on this machine alone.",
            valueName: "n"))
    var metricsPort: Int?

    func validate() throws {
        if let metricsPort, !(0...65_535).contains(metricsPort) {
            throw ValidationError("A port is 0 to 65535, not \(metricsPort).")
        }
        for name in hostName where name.isEmpty || name.contains(where: { " /:@".contains($0) }) {
            throw ValidationError("\(name) is no name of a host. Give it without port and path.")
        }
    }

    /// Adds what was told to a server's configuration.
    func apply(to configuration: inout TrainerApplication.Configuration) throws {
        configuration.hostNames.formUnion(hostName.map { $0.lowercased() })
        configuration.limits = isPublic ? PublicLimits() : nil
        let sockets = try InheritedSocket.find()
        configuration.inherited = sockets["game"]
        configuration.inheritedForMetrics = sockets["metrics"]
        let isMeasured = metricsPort != nil || sockets["metrics"] != nil
        configuration.metrics = isMeasured ? ServerMetrics() : nil
        guard configuration.inherited == nil || configuration.secure == nil else {
            throw Failure(
                "--lan listens for itself: it does not go with a socket that systemd hands over.")
        }
    }

    /// The listener that shows the figures; nil where nobody wants it.
    func metricsServer(
        _ configuration: TrainerApplication.Configuration, store: TrainerStore, judge: FaceJudge,
        logger: Logger
    ) -> MetricsService? {
        configuration.metrics.map { metrics in
            MetricsService(
                server: MetricsServer(
                    port: metricsPort ?? 0, inherited: configuration.inheritedForMetrics,
                    metrics: metrics, store: store, judge: judge, logger: logger))
        }
    }
}

/// The figures' listener as a part of the running program.
struct MetricsService: Service {
    let server: MetricsServer

    func run() async throws {
        try await server.run { port in
            Terminal.say("Figures for Prometheus: http://127.0.0.1:\(port)/metrics")
        }
    }
}
