import CommandSupport
import FacialFun
import FacialFunServer
import FacialFunWire

/// A run of the service: opens sockets, loads networks, serves, and waits for a signal.
struct ServiceRun {
    let options: ServeOptions
    /// Settings of the service's own camera, if it has one.
    let capture: CaptureOptions
    let model: String?
    let signals: StopSignals

    /// Time for responses after a stop signal: the default deadline.
    private static let drainMilliseconds = 1000
    /// Number of descriptors that are reserved for other purposes than connections.
    private static let spareDescriptors = 128

    /// Serves until a signal arrives.
    ///
    /// - Throws: ``CommandError`` for a missing or damaged network, `FacialFunError` for a socket
    ///   that cannot be opened, `ValidationError` for options that have no effect with the
    ///   inherited sockets.
    func run() throws {
        let environment = Environment.ofProcess()
        var configuration = configuration
        try checkMemory(of: configuration)
        // Opens the sockets first: a second server is rejected before it loads anything, and
        // clients may connect while the networks are loaded.
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
            // Files, pipes and rejected connections need descriptors, too.
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
                "facialfun: no levels found: pictures can be scored but not judged\n")
        }
        do {
            try service.serve(sockets)
            do {
                try service.warmUp()
            } catch let error as FacialFunError {
                // The picture is part of the program, so a failure means that a network is damaged.
                throw CommandError(
                    code: .unfit, message: error.message + " Run `facialfun doctor` for details.")
            }
        } catch {
            for socket in sockets { socket.deleteFile() }
            throw error
        }
        SystemdNotifier.notify("READY=1", environment: environment)
        _ = signals.wait()
        SystemdNotifier.notify("STOPPING=1", environment: environment)
        signals.unblock()
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

    /// Checks that there is enough memory for the pictures allowed by raised limits.
    private func checkMemory(of configuration: ServiceConfiguration) throws(CommandError) {
        let (need, limit) = (configuration.maxMemoryBytes, MemoryLimit.bytes())
        guard options.raisesLimits, need > limit else { return }
        throw CommandError(
            code: .unfit,
            message: """
                With --max-file-size \(options.maxFileSize.defaultValueDescription) and --max-pixels \
                \(options.maxPixels.defaultValueDescription) the service may need \
                \(need / 1_000_000) MB of memory, but this process is limited to \(limit / 1_000_000) MB. \
                Lower the limits, or raise the memory limit: MemoryMax= of its systemd unit, the limit of \
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
                throw FacialFunError(
                    code: .badSocketPath,
                    message: "XDG_RUNTIME_DIR is not set: set the socket's path with --socket.")
            }
            sockets = [try unixSocket(folder + "/facialfun.sock")]
        }
        do throws(FacialFunError) {
            for address in options.addresses {
                sockets.append(try ListeningSocket.tcp(LoopbackAddress(address)))
            }
        } catch {
            // Removes the socket files, which would have no listener.
            for socket in sockets { socket.discard() }
            throw error
        }
        return sockets
    }

    private func unixSocket(_ path: String) throws(FacialFunError) -> ListeningSocket {
        try ListeningSocket.unix(
            path: path, mode: options.mode ?? ServeOptions.standardMode, group: options.group)
    }
}
