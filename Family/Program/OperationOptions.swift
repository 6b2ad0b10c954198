import ArgumentParser
import FaceJudge
import FamilyWeb
import Foundation
import Logging
import ServiceLifecycle
import TrainerServer
import TrainerStore

/// Options of a server for many families.
struct OperationOptions: ParsableArguments {
    @Flag(
        name: .customLong("public"),
        help: ArgumentHelp(
            "Serve many families: rate-limit each client address and account.",
            discussion: """
                For a server behind a TLS proxy on this machine that adds \
                X-Forwarded-For. Set its name with --host-name.
                """))
    var isPublic = false

    @Option(
        help: ArgumentHelp(
            "An accepted host name, besides this machine's own; may be repeated.",
            valueName: "name"))
    var hostName: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve Prometheus metrics at http://127.0.0.1:N/metrics, only to this machine.",
            valueName: "n"))
    var metricsPort: Int?

    func validate() throws {
        if let metricsPort, !(0...65_535).contains(metricsPort) {
            throw ValidationError("The port must be 0 to 65535, not \(metricsPort).")
        }
        for name in hostName where name.isEmpty || name.contains(where: { " /:@".contains($0) }) {
            throw ValidationError("\(name) is not a host name. Omit port and path.")
        }
    }

    /// Applies the options to a server's configuration.
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
                "--lan opens its own socket and cannot be combined with systemd's.")
        }
    }

    /// The listener for metrics; nil if it is not enabled.
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

/// Runs the metrics listener as a service.
struct MetricsService: Service {
    let server: MetricsServer

    func run() async throws {
        try await server.run { port in
            Terminal.printLine("Prometheus metrics: http://127.0.0.1:\(port)/metrics")
        }
    }
}
