package import FacialFunWire

/// One attempt at an expression over a stream of frames: a state machine that ends in one verdict.
///
/// Frames may be irregular, late, duplicate or missing: a frame that is not newer than earlier ones
/// changes nothing. Smoothing delays a verdict by at most 150 ms. The face must be held for the
/// level's hold time. One frame that cannot be judged does not break the hold, but a longer dropout
/// does. A briefly weaker expression does not break the hold if the last half second as a whole
/// reaches the threshold.
///
/// Deterministic: the same events give the same statuses. It stores neither pictures nor a
/// baseline.
package struct Attempt: Sendable {
    /// Plan of the attempt.
    package let plan: AttemptPlan
    /// Current status.
    package private(set) var status: AttemptStatus
    /// Number of ignored events: they were not newer than earlier ones.
    package private(set) var ignored = 0

    /// The emotions that count only as targets; see ``LevelsFile/withheld``.
    package let withheld: [Emotion]

    private let threshold: Double
    private let thresholdWithBaseline: Double
    private let rule: LevelRule
    private let hints: HintTable?
    private var newest = -Double.infinity
    private var newestFrame = -Double.infinity
    private var start: Double?
    private var window = SmoothingWindow()
    private var evidence = EvidenceWindow()
    private var hold = Hold()
    private var advice = DebouncedAdvice()
    private var reasons: [CannotJudgeReason: Int] = [:]

    /// Starts an attempt.
    ///
    /// - Parameters:
    ///   - plan: Target, level and time limit.
    ///   - levels: The thresholds and hold times.
    ///   - hints: The hint table; nil gives no hints.
    ///   - startMilliseconds: Start time, on the clock of its events; nil to start with the first
    ///     event.
    package init(
        plan: AttemptPlan, levels: LevelsFile, hints: HintTable?,
        startMilliseconds: Double? = nil
    ) {
        self.plan = plan
        self.hints = hints
        withheld = levels.withheld
        threshold = levels[plan.target, plan.level].threshold
        thresholdWithBaseline =
            levels.goal(plan.target, plan.level, withBaseline: true).threshold
        rule = levels[plan.level]
        start = startMilliseconds
        // Ignores frames that were captured before the start of this attempt.
        if let startMilliseconds {
            newest = startMilliseconds.nextDown
            newestFrame = newest
        }
        status = Self.beginning(tries: 1)
    }

    private static func beginning(tries: Int) -> AttemptStatus {
        AttemptStatus(
            phase: .watching, verdict: .notYet(progress: 0, hint: nil, praise: nil), held: 0,
            peak: 0, peakFrame: nil, earnedBy: nil, milliseconds: 0, tries: tries)
    }

    /// Processes the next event.
    ///
    /// - Parameter event: A frame, a clock tick without a frame, a retry or a skip.
    /// - Returns: The new status. After the attempt has ended only a retry changes it.
    @discardableResult
    package mutating func apply(_ event: AttemptEvent) -> AttemptStatus {
        let now = event.milliseconds
        // Events may have the same time, except for two frames. A frame counts at its capture time,
        // so it may arrive after a later clock tick.
        guard now.isFinite, event.isFrame ? now > newestFrame : now >= newest else {
            ignored += 1
            return status
        }
        newest = max(newest, now)
        if event.kind != .tick { newestFrame = now }
        if case .retry = event.kind {
            begin(anewAt: now)
            return status
        }
        guard !status.isFinal else { return status }
        let began = start ?? now
        start = began
        status.milliseconds = max(0, newest - began)
        if let limit = plan.timeLimitMilliseconds, status.milliseconds >= limit {
            end(.timeUp)
            return status
        }
        switch event.kind {
        case .face(let frame, let reading): take(reading, frame: frame, now: now)
        case .cannotJudge(_, let reason): take(reason, now: now)
        case .tick:
            hold.pass(atMilliseconds: now)
            updateHeld()
        case .skip: end(.skipped)
        case .retry: break
        }
        return status
    }

    private mutating func begin(anewAt now: Double) {
        start = now
        window = SmoothingWindow()
        evidence = EvidenceWindow()
        hold = Hold()
        reasons = [:]
        status = Self.beginning(tries: status.tries + 1)
    }

    private mutating func take(_ reading: Reading, frame: Int, now: Double) {
        let score = Double(reading.scores[plan.target])
        let threshold = reading.isBaselineAdjusted ? thresholdWithBaseline : self.threshold
        window.add(score: score, changeShare: reading.changeShare, atMilliseconds: now)
        evidence.add(
            score: score, threshold: threshold, changeShare: reading.changeShare,
            atMilliseconds: now)
        guard let smoothed = window.smoothed else { return }
        let progress = Progress.of(
            score: smoothed.score, changeShare: smoothed.changeShare,
            threshold: threshold)
        if status.peakFrame == nil || progress > status.peak {
            status.peak = progress
            status.peakFrame = frame
        }
        if progress == 1 {
            hold.match(atMilliseconds: now)
            if let held = hold.milliseconds, held >= Double(rule.holdMilliseconds) {
                status.phase = .matched
                status.verdict = .matched(praise: .wellDone)
                status.held = 1
                status.earnedBy = frame
                return
            }
        } else if evidence.isAboveThreshold {
            hold.keep(atMilliseconds: now)
        } else {
            hold.miss()
        }
        updateHeld()
        offerAdvice(reading, now: now)
        status.verdict = .notYet(
            progress: progress, hint: advice.current.hint, praise: advice.current.praise)
    }

    private mutating func take(_ reason: CannotJudgeReason, now: Double) {
        reasons[reason, default: 0] += 1
        hold.dropout(atMilliseconds: now)
        updateHeld()
        status.verdict = .cannotJudge(reason)
    }

    private mutating func updateHeld() {
        status.phase = hold.isOn ? .holding : .watching
        let wanted = Double(rule.holdMilliseconds)
        status.held = hold.milliseconds.map { wanted > 0 ? min($0 / wanted, 1) : 1 } ?? 0
    }

    private mutating func offerAdvice(_ reading: Reading, now: Double) {
        var next =
            hints?.advice(
                for: plan.target, features: reading.features, movements: reading.movements,
                current: advice.current.hint)
            ?? Advice()
        if hold.isOn { next = Advice(hint: .holdIt) }
        let mayHint = rule.hintAfterMilliseconds.map { status.milliseconds >= Double($0) } ?? false
        if !mayHint { next.hint = nil }
        advice.offer(next, atMilliseconds: now)
    }

    /// Ends the attempt without a match.
    private mutating func end(_ phase: AttemptStatus.Phase) {
        status.phase = phase
        status.held = 0
        status.earnedBy = status.peakFrame
        status.verdict =
            status.peakFrame == nil
            ? .cannotJudge(mostFrequentReason)
            : .notYet(progress: status.peak, hint: nil, praise: nil)
    }

    /// The most frequent reason why frames could not be judged; without frames, `noFace`.
    private var mostFrequentReason: CannotJudgeReason {
        CannotJudgeReason.allCases.reduce(.noFace) { best, next in
            reasons[next, default: 0] > reasons[best, default: 0] ? next : best
        }
    }
}

extension AttemptEvent {
    /// Whether this is a frame.
    fileprivate var isFrame: Bool {
        switch kind {
        case .face, .cannotJudge: true
        case .tick, .retry, .skip: false
        }
    }
}
