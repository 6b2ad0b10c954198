import FacialFunWire

/// The loop from a camera's newest frame to its scores, used by `facialfun watch` and the service.
///
/// ``next(within:)`` takes the newest frame, decodes it, detects and scores its faces, and judges
/// them for an attempt. Frames that arrive meanwhile are replaced by the newest one. Undecodable
/// frames are counted and skipped.
///
/// Belongs to one thread, which may block.
package final class LiveScorer {
    /// Time without a decodable frame after which the camera counts as disconnected.
    static let damagedMilliseconds = 2000.0

    private let stream: CameraStream
    private let recognizer: FrameRecognizer
    private let networks: EmotionRecognizer
    private let wantsScore: @Sendable (CameraFrame) -> Bool
    private let movements: @Sendable () -> MovementEstimator?
    private let baseline: Baseline?
    private let keepsEvents: Bool
    private var attempt: Attempt?
    private var events: [AttemptEvent] = []
    private var decoder = FrameDecoder()
    private var number = 0
    private var damaged = 0
    /// Time of the first frame in a row that cannot be decoded; nil after a decodable frame.
    private var damagedSince: Double?
    private var isAwayForDamage = false
    /// Whether an unsound network has been reported.
    private var hasToldFault = false

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - stream: The camera; it must have no other consumer.
    ///   - recognizer: The pipeline.
    ///   - options: Options of scoring.
    package init(
        stream: CameraStream, recognizer: EmotionRecognizer, options: LiveOptions = LiveOptions()
    ) {
        self.stream = stream
        networks = recognizer
        self.recognizer = FrameRecognizer(
            recognizer, budget: options.budget, limits: options.limits,
            workers: options.workers)
        wantsScore = options.wantsScore
        movements = options.movements
        baseline = options.baseline
        attempt = options.attempt
        keepsEvents = options.keepsAttemptEvents
    }

    /// Frame counts so far, including undecodable frames.
    package var counters: CaptureCounters {
        var counters = stream.counters
        counters.damaged += damaged
        return counters
    }

    /// Takes the events of the attempt since the last call, in order; empty without an attempt.
    ///
    /// These events suffice to replay the attempt.
    package func takeAttemptEvents() -> [AttemptEvent] {
        defer { events = [] }
        return events
    }

    /// Waits for the next event; if it is a frame, scores it.
    ///
    /// - Parameter milliseconds: Timeout.
    /// - Returns: The event; `quiet` after the timeout, even if frames arrived that were not to be
    ///   scored or could not be decoded.
    package func next(within milliseconds: Int) -> LiveEvent {
        let deadline = MonotonicClock.milliseconds + Double(milliseconds)
        while true {
            let rest = max(0, deadline - MonotonicClock.milliseconds)
            switch stream.next(within: Int(rest.rounded(.up))) {
            case .closed: return .closed
            case .nothing: return quiet()
            case .event(.away(let error)):
                recognizer.reset()
                clearDecodingFailures()
                return .away(error)
            case .event(.back(let mode)):
                clearDecodingFailures()
                return .back(mode)
            case .event(.frame(let frame)):
                if let event = take(frame) { return event }
                if MonotonicClock.milliseconds >= deadline { return quiet() }
            }
        }
    }

    /// Resets the count after the camera disconnects or returns: earlier failures no longer count.
    private func clearDecodingFailures() {
        damagedSince = nil
        isAwayForDamage = false
    }

    /// Scores a frame; nil if it is not to be scored or is damaged.
    private func take(_ frame: CameraFrame) -> LiveEvent? {
        guard wantsScore(frame) else { return nil }
        let start = MonotonicClock.milliseconds
        let picture: DecodedImage
        do throws(FacialFunError) {
            picture = try decoder.decode(frame)
        } catch {
            return recordDecodingFailure(frame, error)
        }
        damagedSince = nil
        if isAwayForDamage {
            // Reports this event instead of scoring the current frame.
            isAwayForDamage = false
            return .back(frame.mode)
        }
        let decoding = MonotonicClock.milliseconds - start
        let report = recognizer.recognize(
            picture, atMilliseconds: frame.milliseconds, movements: movements())
        do throws(FacialFunError) {
            try networks.checkNetworks()
        } catch {
            defer { hasToldFault = true }
            return hasToldFault
                ? nil : .away(FacialFunError(code: .cameraFailed, message: error.message))
        }
        number += 1
        let status = judge(report, frame)
        var stages = report.milliseconds
        stages.decode += decoding
        stages.total += decoding
        return .frame(
            ScoredFrame(
                number: number, source: frame, width: picture.width, height: picture.height,
                picture: picture, report: report, milliseconds: stages,
                latencyMilliseconds: MonotonicClock.milliseconds - frame.milliseconds,
                attempt: status, counters: counters))
    }

    private func judge(_ report: FrameReport, _ frame: CameraFrame) -> AttemptStatus? {
        guard let current = attempt else { return nil }
        return apply(
            AttemptEvent(
                frame: number, atMilliseconds: frame.milliseconds,
                Observation(of: report.faces), target: current.plan.target,
                baseline: baseline, withheld: current.withheld))
    }

    private func quiet() -> LiveEvent {
        .quiet(apply(AttemptEvent(milliseconds: MonotonicClock.milliseconds, kind: .tick)))
    }

    private func apply(_ event: AttemptEvent) -> AttemptStatus? {
        guard let status = attempt?.apply(event) else { return nil }
        if keepsEvents { events.append(event) }
        return status
    }

    /// Counts an undecodable frame.
    ///
    /// If no other frames arrive for a while, the camera counts as disconnected.
    private func recordDecodingFailure(_ frame: CameraFrame, _ error: FacialFunError) -> LiveEvent?
    {
        damaged += 1
        let since = damagedSince ?? frame.milliseconds
        damagedSince = since
        guard !isAwayForDamage, frame.milliseconds - since >= Self.damagedMilliseconds else {
            return nil
        }
        isAwayForDamage = true
        return .away(
            FacialFunError(
                code: .cameraFormatUnsupported,
                message: """
                    \(stream.camera?.label ?? "The camera") delivers only damaged frames \
                    (\(error.message)) Try another USB port or cable, or another pixel format.
                    """))
    }
}
