import FacialFun
import FacialFunWire
import NeuralNetwork

/// The service's own camera: one thread takes its newest frame and scores it, as long as somebody
/// wants to know.
///
/// The camera is open while the service runs; frames without a consumer are dropped.
final class LiveCamera: Sendable {
    /// A captured picture.
    struct Snapshot: Sendable {
        /// The number of the frame.
        let frame: Int
        /// The driver's number of it.
        let sequence: Int
        /// From the moment at which it was taken until it was scored.
        let latencyMilliseconds: Double
        /// Judgement of the picture.
        let judgement: ImageJudgement
        /// Time of each stage.
        let milliseconds: StageMilliseconds
    }

    /// Somebody who waits for a picture that was taken after a moment.
    private struct Waiting {
        /// On the clock of the frames, in milliseconds.
        let moment: Double
        let done: @Sendable (Result<Snapshot, Problem>) -> Void
    }

    private struct State {
        var stream: CameraStream?
        var thread: SystemThread?
        /// Reason why the camera is unavailable; nil while it delivers frames.
        var away: CameraError?
        /// The newest scored frame, and when it was taken.
        var newest: (snapshot: Snapshot, milliseconds: Double)?
        /// Those who wait for a picture.
        var waiting: [Int: Waiting] = [:]
        var scores: [Int: EventSink] = [:]
        var previews: [Int: EventSink] = [:]
        /// The number of the newest of these.
        var newestNumber = 0
        /// The attempts that get its frames.
        var attempts: Set<String> = []
        /// Those among them that want movements.
        var attemptsWithMovements: Set<String> = []
        /// Estimator of movements, once requested.
        var movements: MovementEstimator?
        var isStopped = false

        /// Those who listen to a stream.
        func sinks(_ stream: Stream) -> [Int: EventSink] {
            switch stream {
            case .scores: scores
            case .previews: previews
            }
        }
    }

    /// The most streams of each kind.
    static let maxStreams = 8
    /// Interval of the checks for elapsed time, in milliseconds.
    private static let pause = 200

    private let camera: ServiceCamera
    private let recognizer: EmotionRecognizer
    private let attemptStore: AttemptStore
    private let baselines: SharedBaselineStore
    private let log: ServiceLog
    private let state = Monitor(State())

    /// Makes a camera that is not opened yet.
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

    /// Opens the camera, or begins to wait for it, and starts the thread.
    ///
    /// - Throws: `system` where the process has no thread or descriptor left.
    func start() throws(ServiceError) {
        let stream: CameraStream
        do throws(CameraError) {
            stream = try CameraStream(camera.selector, options: camera.options)
        } catch {
            throw ServiceError(code: .system, message: error.message, cause: error.cause)
        }
        if let opened = stream.camera { log.say("camera \(opened.label)") }
        state.withLock { $0.stream = stream }
        do throws(Errno) {
            let thread = try SystemThread { self.run(stream) }
            state.withLock { $0.thread = thread }
        } catch {
            throw ServiceError(
                code: .system, message: "Cannot start a thread: \(error).", cause: error.number)
        }
    }

    /// Closes the camera, ends its streams, and lets those go who wait.
    func stop() {
        let (stream, thread) = state.withLock { state in
            state.isStopped = true
            defer { (state.stream, state.thread) = (nil, nil) }
            return (state.stream, state.thread)
        }
        letGo(.notReady("The service is stopping."))
        stream?.close()
        thread?.join()
    }

    // MARK: - Those who ask

    /// Sees that the camera gives pictures.
    ///
    /// - Throws: Why it does not.
    func check() throws(Problem) {
        if let away = state.withLock({ $0.away }) { throw Problem(away) }
    }

    /// Takes a picture: the first that was taken after a moment, scored.
    ///
    /// - Parameters:
    ///   - moment: On the clock of the frames, in milliseconds.
    ///   - done: Gets the picture's scores, or why the camera gives none; called at once or from the
    ///     camera's thread.
    /// - Returns: The tie; once it is cut, nothing comes any more.
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

    /// Tells those who wait for a picture that none comes.
    private func letGo(_ problem: Problem) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.done)
        }
        for done in waiting { done(.failure(problem)) }
    }

    /// Gives a picture to those who wait for it.
    private func give(_ snapshot: Snapshot, takenAt milliseconds: Double) {
        let ready = state.withLock { state in
            state.newest = (snapshot, milliseconds)
            let ready = state.waiting.filter { milliseconds >= $0.value.moment }
            for number in ready.keys { state.waiting[number] = nil }
            return ready.values.map(\.done)
        }
        for done in ready { done(.success(snapshot)) }
    }

    /// Has an attempt judge the frames from now on.
    ///
    /// - Parameters:
    ///   - attempt: Its name.
    ///   - movements: What measures the faces' movements for it; nil where it does not want them.
    func feed(_ attempt: String, movements: MovementEstimator? = nil) {
        state.withLock { state in
            state.attempts.insert(attempt)
            guard let movements else { return }
            state.attemptsWithMovements.insert(attempt)
            state.movements = movements
        }
    }

    /// Which stream of the camera.
    enum Stream: Sendable {
        /// A record for each scored frame.
        case scores
        /// A picture for each frame.
        case previews
    }

    /// Whether one more stream is served.
    func mayBeSubscribed(_ stream: Stream) -> Bool {
        state.withLock { $0.sinks(stream).count < Self.maxStreams }
    }

    /// Sends what comes from now on.
    ///
    /// - Returns: The tie.
    func subscribe(_ stream: Stream, _ sink: EventSink) -> EventSubscription {
        let place = state.withLock { state in
            state.newestNumber += 1
            switch stream {
            case .scores: state.scores[state.newestNumber] = sink
            case .previews: state.previews[state.newestNumber] = sink
            }
            return state.newestNumber
        }
        return EventSubscription { [weak self] in
            self?.state.withLock { state in
                state.scores[place] = nil
                state.previews[place] = nil
            }
        }
    }

    // MARK: - The thread

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
                log.say(error.message)
                state.withLock { $0.away = error }
                letGo(Problem(error))
                tell("away", LiveRecord.away(error, scorer.counters))
            case .back(let mode):
                log.say("the camera gives pictures again")
                state.withLock { $0.away = nil }
                tell("back", LiveRecord.back(mode))
            case .quiet: break
            case .closed: return
            }
        }
    }

    /// Sends a frame to those who look.
    private func show(_ frame: CameraFrame, by preview: Monitor<FramePreview>) {
        let sinks = state.withLock { Array($0.previews.values) }
        guard !sinks.isEmpty else { return }
        let file = preview.withLock { preview in
            Result { () throws(ImageError) in try preview.jpeg(of: frame) }
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
            latencyMilliseconds: frame.latencyMilliseconds, judgement: frame.judgement,
            milliseconds: frame.milliseconds)
        give(snapshot, takenAt: frame.source.milliseconds)
        let attempts = state.withLock { $0.attempts }
        for name in attempts {
            let taken = attemptStore.take(
                Observation(snapshot.judgement), atMilliseconds: frame.source.milliseconds,
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

    private func tell(_ name: String, _ record: JSONValue) {
        let event = ServiceEvent(name: name, data: record.compactText)
        for sink in state.withLock({ Array($0.scores.values) }) { sink.send(event) }
    }
}
