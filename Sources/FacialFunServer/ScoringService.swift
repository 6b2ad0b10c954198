import CFacialFun
package import FacialFun
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The local service: pictures in over HTTP/1.1, scores out, within a deadline.
///
/// It serves existing sockets (``ListeningSocket``) with one thread for all connections and the
/// configured number of workers. It writes no files and keeps no picture after its response.
package final class ScoringService: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let core: ServiceCore
    private let table: RouteTable
    /// Shared state of the connections, for use on the event loop.
    let loop: NIOLoopBound<LoopState>
    private let recognizer: EmotionRecognizer
    private let camera: LiveCamera?
    private let listeners = Mutex<[Listener]>([])

    /// Interval at which attempts are notified of elapsed time.
    private static let tick = TimeAmount.milliseconds(200)

    /// Interval at which freed memory is returned to the system.
    private static let trim = TimeAmount.seconds(2)

    private struct Listener {
        let channel: any Channel
        let socket: ListeningSocket
    }

    /// Creates a service that does not listen yet.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline, loaded with ``/FaceImaging/DecodeLimits/service`` limits.
    ///   - rules: Levels and hints; nil if the installation has no levels: then pictures are
    ///     scored, and judging is rejected.
    ///   - configuration: Limits and settings.
    ///   - log: The service's log.
    /// - Throws: If no thread can be started.
    package convenience init(
        recognizer: EmotionRecognizer, rules: GameRules?, configuration: ServiceConfiguration,
        log: ServiceLog = .silent
    ) throws {
        try self.init(
            recognizer: recognizer, rules: rules, configuration: configuration,
            furtherRoutes: [], log: log)
    }

    /// Creates a service with additional routes, for tests.
    init(
        recognizer: EmotionRecognizer, rules: GameRules?, configuration: ServiceConfiguration,
        furtherRoutes: [Route], log: ServiceLog
    ) throws {
        self.recognizer = recognizer
        let (attempts, baselines) = (AttemptStore(), SharedBaselineStore())
        var configuration = configuration
        if configuration.camera != nil, configuration.cameraToken == nil {
            configuration.cameraToken = .random()
        }
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = group.next()
        let budget = (configuration.bodyBudget, configuration.bodyBudgetOfPeer)
        loop = try eventLoop.submit {
            // This thread enforces the deadlines, so it must be scheduled quickly.
            facialfun_set_short_time_slices()
            let state = LoopState(budget: ByteBudget(limit: budget.0, peerLimit: budget.1))
            return NIOLoopBound(state, eventLoop: eventLoop)
        }.wait()
        let core = ServiceCore(
            configuration: configuration,
            queue: WorkQueue(
                workers: configuration.workers, capacity: configuration.queueCapacity),
            log: log)
        self.core = core
        let scoring = ImageScoring(recognizer: recognizer)
        let answers = GameResponses(scoring: scoring, rules: rules)
        camera = configuration.camera.map {
            LiveCamera(
                $0, recognizer: recognizer, attemptStore: attempts, baselines: baselines, log: log)
        }
        let attemptRoutes = AttemptRoutes(
            answers: answers, baselines: baselines, attempts: attempts)
        let game =
            MatchRoutes(answers: answers, baselines: baselines).routes
            + BaselineRoutes(answers: answers, baselines: baselines).routes
            + attemptRoutes.routes
            + CameraRoutes(
                answers: answers, baselines: baselines, attempts: attemptRoutes, camera: camera
            ).routes
        let information = InformationRoutes(core: core, recognizer: recognizer) { [loop] in
            ServiceMetrics.Gauges(
                connections: loop.value.connections.count,
                isReady: core.currentPhase == .ready, bodyBytes: loop.value.budget.used,
                attempts: attempts.count, baselines: baselines.count, load: core.queue.load)
        }
        table = RouteTable(
            routes: ScoreRoutes(scoring: scoring, limits: configuration.scoreLimits).routes
                + AzureRoutes(scoring: scoring).routes
                + information.routes + SchemaRoutes(configuration.schemas).routes + game
                + (configuration.hasDemo ? DemoRoutes.routes : [])
                + furtherRoutes)
        _ = eventLoop.scheduleRepeatedTask(initialDelay: Self.tick, delay: Self.tick) { _ in
            attempts.tick()
            baselines.sweep()
        }
        _ = eventLoop.scheduleRepeatedTask(initialDelay: Self.trim, delay: Self.trim) { _ in
            // A thousand closed connections would leave 5 MB of fragmented memory.
            facialfun_give_back_memory()
        }
    }

    /// The routes of the service.
    var routes: [Route] { table.routes }

    /// Starts accepting connections.
    ///
    /// Requests that need the networks wait until ``warmUp()`` has finished; at their deadline they
    /// get `not_ready`.
    package func serve(_ sockets: [ListeningSocket]) throws {
        for socket in sockets {
            let (core, table, loop) = (core, table, loop)
            let kind = socket.kind
            let channel = try ServerBootstrap(group: group)
                .serverChannelOption(.maxMessagesPerRead, value: 64)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(AcceptBackoff(log: core.log))
                    }
                }
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try Self.configure(
                            channel, core: core, table: table, loop: loop.value, kind: kind)
                    }
                }
                .withBoundSocket(socket.descriptor).wait()
            // The channel has set its own backlog.
            _ = try SystemCall.check("listen on \(socket.address)") {
                listen(socket.descriptor, ListeningSocket.backlog)
            }
            listeners.withLock { $0.append(Listener(channel: channel, socket: socket)) }
            core.log.info("listening on \(socket.address)")
            if kind == .tcp, core.configuration.hasDemo {
                core.log.info("the demo is at http://\(socket.address)/demo")
            }
            if kind == .tcp, let token = core.configuration.cameraToken, token.isNew {
                core.log.info("camera requests over TCP need the token \(token.text)")
            }
        }
        try camera?.start()
    }

    /// Scores a picture on as many threads as there are workers, to allocate their memory and warm
    /// the caches, and reports the duration to the queue; then the service is ready.
    package func warmUp() throws {
        let picture = try WarmUp.picture()
        try recognizer.warmUp(
            with: picture, workers: core.configuration.workers, budget: .service)
        // Earlier measurements include memory allocation and would distort the mean for a long
        // time.
        let start = NIODeadline.now()
        _ = try recognizer.recognize(
            picture, path: "-", options: RecognitionOptions(budget: .service))
        core.queue.learn(NIODeadline.now() - start)
        declareReady()
    }

    /// Accepts work from now on.
    func declareReady() {
        core.becomeReady()
        let loop = loop
        group.next().execute {
            for connection in loop.value.connections.values { connection.send(.ready) }
        }
        core.log.info("ready")
    }

    /// Stops the service: accepts no more connections, finishes running work within the given time,
    /// ends event streams, closes everything and deletes the files of its own sockets.
    ///
    /// - Parameter milliseconds: Time limit for pending responses.
    /// - Throws: If the threads cannot be ended.
    package func shutdown(within milliseconds: Int) throws {
        core.beginStopping()
        core.log.info("stopping")
        camera?.stop()
        let loop = loop
        let eventLoop = group.next()
        let listeners = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in listeners {
            listener.socket.ownedFile?.delete()
            // A listener that is already closed needs nothing more.
            try? listener.channel.close().wait()
        }
        let limit = NIODeadline.now() + .milliseconds(Int64(milliseconds))
        try eventLoop.submit {
            for connection in loop.value.connections.values { connection.send(.drain) }
        }.wait()
        while NIODeadline.now() < limit {
            let open = try eventLoop.submit { loop.value.connections.count }.wait()
            if open == 0 { break }
            try eventLoop.scheduleTask(in: .milliseconds(5)) {}.futureResult.wait()
        }
        try eventLoop.submit {
            for connection in loop.value.connections.values { connection.abort() }
        }.wait()
        let done = eventLoop.makePromise(of: Void.self)
        core.queue.close { done.succeed() }
        try done.futureResult.wait()
        try group.syncShutdownGracefully()
        core.log.info("stopped")
    }

    /// Adds a connection's handlers to its channel.
    static func configure(
        _ channel: any Channel, core: ServiceCore, table: RouteTable, loop: LoopState,
        kind: ListeningSocket.Kind
    ) throws {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = ServiceConfiguration.maxHeadBytes
        limits.maxHeaderListSize = ServiceConfiguration.maxHeadBytes
        limits.maxHeaderFieldCount = ServiceConfiguration.maxHeaderFields
        let pipeline = channel.pipeline.syncOperations
        let connection = Connection(channel, core: core, table: table, loop: loop, kind: kind)
        let first = LimitsHandler(connection)
        let gate = RequestGate(before: first)
        try pipeline.addHandler(gate)
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: true, withErrorHandling: false,
            withOutboundHeaderValidation: true, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
        try pipeline.addHandler(first)
        try pipeline.addHandler(BodyHandler(connection))
        try pipeline.addHandler(ResponseHandler(connection, gate: gate))
    }
}
