import FacialFun
import FacialFunWire
import NeuralNetwork

/// The service's own camera: one thread takes its newest frame and scores it while there are
/// consumers.
///
/// The camera is open while the service runs; frames without a consumer are dropped.
final class LiveCamera: Sendable {
    /// A captured picture.
    struct Snapshot: Sendable {
        /// The number of the frame.
        let frame: Int
        /// The driver's sequence number.
        let sequence: Int
        /// Time from capture until the frame was scored.
        let latencyMilliseconds: Double
        /// The faces of the picture.
        let faces: [FaceReport]
        /// Time of each stage.
        let milliseconds: StageMilliseconds
    }

    /// A client that waits for a picture taken after a given time.
    private struct Waiting {
        /// Time on the clock of the frames, in milliseconds.
        let moment: Double
        let done: @Sendable (Result<Snapshot, Problem>) -> Void
    }

    private struct State {
        var stream: CameraStream?
        var thread: SystemThread?
        /// Reason why the camera is unavailable; nil while it delivers frames.
        var away: FacialFunError?
        /// The newest scored frame and its capture time.
        var newest: (snapshot: Snapshot, milliseconds: Double)?
        /// Clients that wait for a picture.
        var waiting: [Int: Waiting] = [:]
        var scores: [Int: EventSink] = [:]
        var previews: [Int: EventSink] = [:]
        /// The number of the newest waiting client.
        var newestNumber = 0
        /// The attempts that receive its frames.
        var attempts: Set<String> = []
        /// The attempts that request movements.
        var attemptsWithMovements: Set<String> = []
        /// Estimator of movements, once requested.
        var movements: MovementEstimator?
        var isStopped = false

        /// Subscribers of a stream.
        func sinks(_ stream: Stream) -> [Int: EventSink] {
            switch stream {
            case .scores: scores
            case .previews: previews
            }
        }
    }

    /// Maximum number of streams of each kind.
    static let maxStreams = 8
    /// Interval of the checks for elapsed time, in milliseconds.
    private static let pause = 200

    private let camera: ServiceCamera
    private let recognizer: EmotionRecognizer
    private let attemptStore: AttemptStore
    private let baselines: SharedBaselineStore
    private let log: ServiceLog
    private let state = Monitor(State())

    /// Creates a camera that is not open yet.
    init(
        _ camera: ServiceCamera, recognizer: EmotionRecognizer, attemptStore: AttemptStore,
        baselines: SharedBaselineStore, log: ServiceLog
    ) {
        self.camera = camera
        self.recognizer = recognizer
        self.attemptStore = attemptStore
        self.baselines = baselines
        self.log = log
    }

    /// Opens the camera, or waits for it, and starts the thread.
    ///
    /// - Throws: The camera's error if the process has no descriptor left, `system` if it has no
    ///   thread left.
    func start() throws(FacialFunError) {
        let stream = try CameraStream(camera.selector, options: camera.options)
        if let opened = stream.camera { log.info("camera \(opened.label)") }
        state.withLock { $0.stream = stream }
        do throws(Errno) {
            let thread = try SystemThread { self.run(stream) }
            state.withLock { $0.thread = thread }
        } catch {
            throw FacialFunError(
                code: .system, message: "Cannot start a thread: \(error).",
                errorNumber: error.number)
        }
    }

    /// Closes the camera, ends its streams, and answers waiting clients.
    func stop() {
        let (stream, thread) = state.withLock { state in
            state.isStopped = true
            defer { (state.stream, state.thread) = (nil, nil) }
            return (state.stream, state.thread)
        }
        failWaitingClients(.notReady("The service is stopping."))
        stream?.close()
        thread?.join()
    }

    // MARK: - Clients

    /// Checks that the camera delivers pictures.
    ///
    /// - Throws: The reason why it does not.
    func check() throws(Problem) {
        if let away = state.withLock({ $0.away }) { throw Problem(away) }
    }

    /// Takes a picture: the first one after a given time, scored.
    ///
    /// - Parameters:
    ///   - moment: Time on the clock of the frames, in milliseconds.
    ///   - done: Receives the picture's scores or the camera's error, at once or on the camera's
    ///     thread.
    /// - Returns: The subscription; canceling it prevents the call.
    func takeSnapshot(
        after moment: Double, _ done: @escaping @Sendable (Result<Snapshot, Problem>) -> Void
    ) -> EventSubscription {
        let waiting = Waiting(moment: moment, done: done)
        let (number, known) = state.withLock { state -> (Int, Result<Snapshot, Problem>?) in
            if let away = state.away { return (0, .failure(Problem(away))) }
            if state.isStopped { return (0, .failure(.notReady("The service is stopping."))) }
            if let newest = state.newest, newest.milliseconds >= moment {
                return (0, .success(newest.snapshot))
            }
            state.newestNumber += 1
            state.waiting[state.newestNumber] = waiting
            return (state.newestNumber, nil)
        }
        if let known { done(known) }
        return EventSubscription { [weak self] in
            self?.state.withLock { $0.waiting[number] = nil }
        }
    }

    /// Notifies waiting clients that no picture will come.
    private func failWaitingClients(_ problem: Problem) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.done)
        }
        for done in waiting { done(.failure(problem)) }
    }

    /// Delivers a picture to waiting clients.
    private func give(_ snapshot: Snapshot, takenAt milliseconds: Double) {
        let ready = state.withLock { state in
            state.newest = (snapshot, milliseconds)
            let ready = state.waiting.filter { milliseconds >= $0.value.moment }
            for number in ready.keys { state.waiting[number] = nil }
            return ready.values.map(\.done)
        }
        for done in ready { done(.success(snapshot)) }
    }

    /// Makes an attempt judge the frames from now on.
    ///
    /// - Parameters:
    ///   - attempt: The attempt's name.
    ///   - movements: Estimator of movements for it; nil if not requested.
    func feed(_ attempt: String, movements: MovementEstimator? = nil) {
        state.withLock { state in
            state.attempts.insert(attempt)
            guard let movements else { return }
            state.attemptsWithMovements.insert(attempt)
            state.movements = movements
        }
    }

    /// Kinds of streams.
    enum Stream: Sendable {
        /// A record for each scored frame.
        case scores
        /// A picture for each frame.
        case previews
    }

    /// Whether another stream is allowed.
    func mayBeSubscribed(_ stream: Stream) -> Bool {
        state.withLock { $0.sinks(stream).count < Self.maxStreams }
    }

    /// Subscribes to the events from now on.
    ///
    /// - Returns: The subscription.
    func subscribe(_ stream: Stream, _ sink: EventSink) -> EventSubscription {
        let number = state.withLock { state in
            state.newestNumber += 1
            switch stream {
            case .scores: state.scores[state.newestNumber] = sink
            case .previews: state.previews[state.newestNumber] = sink
            }
            return state.newestNumber
        }
        return EventSubscription { [weak self] in
            self?.state.withLock { state in
                state.scores[number] = nil
                state.previews[number] = nil
            }
        }
    }

    // MARK: - Capture thread

    private func run(_ stream: CameraStream) {
        var options = LiveOptions()
        let preview = Monitor(FramePreview())
        options.wantsScore = { [self] frame in
            show(frame, by: preview)
            return isWanted(frame)
        }
        options.movements = { [self] in
            state.withLock { $0.attemptsWithMovements.isEmpty ? nil : $0.movements }
        }
        let scorer = LiveScorer(stream: stream, recognizer: recognizer, options: options)
        while true {
            switch scorer.next(within: Self.pause) {
            case .frame(let frame): publish(frame)
            case .away(let error):
                log.info(error.message)
                state.withLock { $0.away = error }
                failWaitingClients(Problem(error))
                notifyStreams("away", LiveRecord.away(error, scorer.counters))
            case .back(let mode):
                log.info("the camera delivers pictures again")
                state.withLock { $0.away = nil }
                notifyStreams("back", LiveRecord.back(mode))
            case .quiet: break
            case .closed: return
            }
        }
    }

    /// Sends a frame to the preview streams.
    private func show(_ frame: CameraFrame, by preview: Monitor<FramePreview>) {
        let sinks = state.withLock { Array($0.previews.values) }
        guard !sinks.isEmpty else { return }
        let file = preview.withLock { preview in
            Result { () throws(FacialFunError) in try preview.jpeg(of: frame) }
        }
        // A damaged frame is not shown; the scorer counts it.
        guard case .success(let bytes) = file else { return }
        let event = ServiceEvent(part: bytes, type: "image/jpeg")
        for sink in sinks { sink.send(event) }
    }

    /// Whether a consumer needs the frame; notifies the attempts of its arrival.
    private func isWanted(_ frame: CameraFrame) -> Bool {
        let (isAsked, attempts) = state.withLock { state in
            (!state.waiting.isEmpty || !state.scores.isEmpty, state.attempts)
        }
        var isPlayed = false
        for name in attempts {
            guard let status = attemptStore.status(of: name) else {
                forget(name)
                continue
            }
            // A finished attempt may be restarted.
            guard !status.isFinal else { continue }
            isPlayed = true
            let time = frame.milliseconds
            attemptStore.expect(frameAt: time, until: time + 1000, for: name)
        }
        return isAsked || isPlayed
    }

    private func publish(_ frame: ScoredFrame) {
        let snapshot = Snapshot(
            frame: frame.number, sequence: frame.source.sequence,
            latencyMilliseconds: frame.latencyMilliseconds, faces: frame.report.faces,
            milliseconds: frame.milliseconds)
        give(snapshot, takenAt: frame.source.milliseconds)
        let attempts = state.withLock { $0.attempts }
        for name in attempts {
            let taken = attemptStore.take(
                Observation(of: snapshot.faces), atMilliseconds: frame.source.milliseconds,
                for: name,
                baselines: baselines, isUse: false)
            if taken == nil { forget(name) }
        }
        let sinks = state.withLock { Array($0.scores.values) }
        guard !sinks.isEmpty else { return }
        let event = ServiceEvent(
            name: "frame", data: LiveRecord.frame(frame).compactText, isReplaceable: true)
        for sink in sinks { sink.send(event) }
    }

    private func forget(_ attempt: String) {
        state.withLock { state in
            state.attempts.remove(attempt)
            state.attemptsWithMovements.remove(attempt)
        }
    }

    private func notifyStreams(_ name: String, _ record: JSONValue) {
        let event = ServiceEvent(name: name, data: record.compactText)
        for sink in state.withLock({ Array($0.scores.values) }) { sink.send(event) }
    }
}
