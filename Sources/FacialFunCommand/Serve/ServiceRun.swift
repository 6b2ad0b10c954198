import CommandSupport
import FacialFun
import FacialFunServer
import FacialFunWire

/// One run of the service: sockets, networks, service, and the wait for the order to stop.
struct ServiceRun {
    let options: ServeOptions
    /// How the service's own camera is set, where it has one.
    let capture: CaptureOptions
    let model: String?
    let signals: StopSignals

    /// How long answers may take after the order to stop: the default deadline.
    private static let drainMilliseconds = 1000
    /// So many descriptors are not given to connections that are served.
    private static let spareDescriptors = 128

    /// Serves until a signal comes.
    ///
    /// - Throws: ``CommandError`` without sound networks, `ServiceError` without a socket,
    ///   `ValidationError` for options that the sockets at hand leave nothing to do.
    func run() throws {
        let environment = Environment.ofProcess()
        var configuration = configuration
        try checkMemory(of: configuration)
        // Sockets first: a second server is refused before it loads anything, and clients may
        // connect while the networks are loaded.
        let sockets = try sockets(environment)
        let descriptors = DescriptorLimit.raise()
        let recognizer: EmotionRecognizer
        let rules: GameRules?
        do {
            configuration.cameraToken = try options.cameraToken.map(CameraToken.init)
            recognizer = try RecognizerFactory.recognizer(model: model, limits: .service)
            var arguments = RawArguments.ofProcess()
            rules = try ServiceRules.load(
                own: options.levels.map { arguments.path($0) },
                directory: RuleFiles.directory(model: model), recognizer: recognizer)
        } catch {
            for socket in sockets { socket.discard() }
            throw error
        }
        if let descriptors {
            // Files, pipes and the connections that are told that they are too many need some, too.
            let most = max(16, descriptors - Self.spareDescriptors)
            configuration.maxConnections = min(configuration.maxConnections, most)
            configuration.maxConnectionsOfPeer = min(
                configuration.maxConnectionsOfPeer, most - most / 4)
        }
        let service: ScoringService
        do {
            service = try ScoringService(
                recognizer: recognizer, rules: rules, configuration: configuration,
                log: ServiceLog { StandardStreams.emitDiagnostic("facialfun: \($0)\n") })
        } catch {
            for socket in sockets { socket.discard() }
            throw error
        }
        if rules == nil {
            StandardStreams.emitDiagnostic(
                "facialfun: no levels: pictures are scored, not judged\n")
        }
        do {
            try service.serve(sockets)
            try service.warmUp()
        } catch let error as ImageError {
            // The picture is our own: what it shows is that a network is damaged.
            for socket in sockets { socket.deleteFile() }
            throw CommandError(
                code: .unfit, message: error.message + " `facialfun doctor` says more.")
        } catch {
            for socket in sockets { socket.deleteFile() }
            throw error
        }
        SystemdNotifier.notify("READY=1", environment: environment)
        _ = signals.wait()
        SystemdNotifier.notify("STOPPING=1", environment: environment)
        signals.obey()
        try service.shutdown(within: Self.drainMilliseconds)
    }

    private var configuration: ServiceConfiguration {
        var configuration = ServiceConfiguration()
        configuration.version = FacialFunVersion.current
        configuration.schemas = SchemaFiles.load()
        configuration.deadlineMilliseconds = options.deadline
        configuration.workers = options.jobs ?? Processors.available
        configuration.camera = options.camera.map {
            ServiceCamera(selector: CameraSelector($0), options: capture)
        }
        configuration.hasDemo = options.demo
        configuration.allowedOrigins = Set(options.allowOrigin)
        if options.raisesLimits {
            configuration.raiseScoreLimits(
                bytes: options.maxFileSize.bytes, pixels: options.maxPixels.pixels)
        }
        return configuration
    }

    /// Sees that there is memory for the pictures that raised limits let in.
    private func checkMemory(of configuration: ServiceConfiguration) throws(CommandError) {
        let (need, limit) = (configuration.maxMemoryBytes, MemoryLimit.bytes())
        guard options.raisesLimits, need > limit else { return }
        throw CommandError(
            code: .unfit,
            message: """
                With --max-file-size \(options.maxFileSize.defaultValueDescription) and --max-pixels \
                \(options.maxPixels.defaultValueDescription) the service may take \
                \(need / 1_000_000) MB of memory, and this process may have \(limit / 1_000_000) MB. \
                Name smaller limits, or give it more: MemoryMax= of its systemd unit, the limit of \
                its container, or ulimit -v.
                """)
    }

    private func sockets(
        _ environment: [String: String]
    ) throws -> [ListeningSocket] {
        var sockets: [ListeningSocket] = []
        if let path = options.socket {
            sockets = [try unixSocket(path)]
        } else {
            sockets = try ListeningSocket.inherited(environment: environment)
            if !sockets.isEmpty { try options.checkNoFileIsSet() }
        }
        if sockets.isEmpty {
            guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else {
                throw ServiceError(
                    code: .badSocketPath,
                    message: "XDG_RUNTIME_DIR is not set: name the socket's path by --socket.")
            }
            sockets = [try unixSocket(folder + "/facialfun.sock")]
        }
        do throws(ServiceError) {
            for address in options.addresses {
                sockets.append(try ListeningSocket.tcp(LoopbackAddress(address)))
            }
        } catch {
            // No file is left behind to which nobody listens.
            for socket in sockets { socket.discard() }
            throw error
        }
        return sockets
    }

    private func unixSocket(_ path: String) throws(ServiceError) -> ListeningSocket {
        try ListeningSocket.unix(
            path: path, mode: options.mode ?? ServeOptions.standardMode, group: options.group)
    }
}
