import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFun

struct AttemptTests {
    private let levels: LevelsFile

    init() throws {
        levels = try SampleFiles.levels()
    }

    /// A frame with the given target score; its number is its time.
    private func frame(_ milliseconds: Double, _ score: Float) -> AttemptEvent {
        AttemptEvent(
            milliseconds: milliseconds,
            kind: .face(
                frame: milliseconds.isFinite ? Int(milliseconds) : -1,
                Reading(scores: SampleFaces.scores(.happiness, score))))
    }

    private func dropout(
        _ milliseconds: Double, _ reason: CannotJudgeReason = .blurred
    ) -> AttemptEvent {
        AttemptEvent(
            milliseconds: milliseconds,
            kind: .cannotJudge(frame: Int(milliseconds), reason))
    }

    private func attempt(_ level: Level, limit: Double? = nil, start: Double? = nil) -> Attempt {
        Attempt(
            plan: AttemptPlan(target: .happiness, level: level, timeLimitMilliseconds: limit),
            levels: levels, hints: nil, startMilliseconds: start)
    }

    /// The last status of an attempt after some events.
    private func run(_ events: [AttemptEvent], _ level: Level, limit: Double? = nil)
        -> AttemptStatus
    {
        var attempt = attempt(level, limit: limit)
        for event in events { attempt.apply(event) }
        return attempt.status
    }

    /// Frames every `interval` milliseconds in a span of time.
    private func frames(
        _ span: Range<Int>, _ score: Float, every interval: Int = 33
    ) -> [AttemptEvent] {
        stride(from: span.lowerBound, to: span.upperBound, by: interval).map {
            frame(Double($0), score)
        }
    }

    @Test(
        "a face held for the time of the level matches with the frame that completes it",
        arguments: Level.allCases)
    func hold(level: Level) throws {
        let time = SampleFiles.holds[level.index]
        let status = run(frames(0..<2000, 0.9, every: 10), level)
        #expect(status.phase == .matched && status.verdict == .matched(praise: .wellDone))
        #expect(status.earnedBy == time)
        #expect(status.held == 1)
        #expect(run(frames(0..<time, 0.9, every: 10), level).phase != .matched)
    }

    @Test(
        "smoothing delays a verdict by at most 150 ms",
        arguments: [7, 16, 33, 50, 100, 149, 150, 151, 400])
    func delay(interval: Int) throws {
        var attempt = attempt(.one)
        var matched: Double?
        for event in frames(0..<1000, 0.02, every: interval) { attempt.apply(event) }
        for event in frames(1000..<2000, 0.9, every: interval) where matched == nil {
            if attempt.apply(event).phase == .matched { matched = event.milliseconds }
        }
        // The first frame that shows the face may be the last one of the delay.
        #expect(try #require(matched) < 1000 + 150 + Double(interval))
        #expect(try #require(matched) <= 1150 || interval > 150)
    }

    @Test("one outlier among many frames neither matches nor ends a hold")
    func singleOutlier() {
        var events = frames(0..<990, 0.02)
        events[15] = frame(events[15].milliseconds, 0.99)
        #expect(run(events, .one).phase == .watching)
        #expect(run(events, .one).peak < 0.5)
        var held = frames(0..<660, 0.9)
        held[8] = frame(held[8].milliseconds, 0.02)
        #expect(run(held, .three).earnedBy == 528)
    }

    @Test("a weaker moment keeps the hold while the last half second matches on average")
    func weakMoment() {
        let weak = frames(0..<300, 0.9) + frames(300..<500, 0.25) + frames(500..<1000, 0.9)
        let status = run(weak, .three)
        #expect(status.phase == .matched)
        #expect((status.earnedBy ?? .max) < 700)
        let gone = frames(0..<300, 0.9) + frames(300..<700, 0.02) + frames(700..<1150, 0.9)
        #expect(run(gone, .three).phase == .holding, "the hold began again at about 800 ms")
    }

    @Test("pooled evidence never delays a match", arguments: 1...30)
    func evidence(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let threshold = levels[.happiness, .three].threshold
        let mean = LogOdds.of(threshold) + (seed.isMultiple(of: 2) ? 0.6 : -0.6)
        let events: [AttemptEvent] = (0..<120).map { step in
            let noise = (0..<4).reduce(0.0) { sum, _ in
                sum + Double.random(in: -1...1, using: &generator)
            }
            return frame(Double(step) * 83, Float(1 / (1 + exp(-mean - noise))))
        }
        // The rule without pooled evidence: each smoothed frame has to match.
        var window = SmoothingWindow()
        var hold = Hold()
        var before: Int?
        for (step, event) in events.enumerated() where before == nil {
            guard case .face(_, let reading) = event.kind else { continue }
            window.add(
                score: Double(reading.scores[.happiness]), changeShare: nil,
                atMilliseconds: event.milliseconds)
            if try #require(window.smoothed).score >= threshold {
                hold.match(atMilliseconds: event.milliseconds)
                if try #require(hold.milliseconds) >= Double(SampleFiles.holds[2]) {
                    before = step * 83
                }
            } else {
                hold.miss()
            }
        }
        let status = run(events, .three)
        if let before {
            #expect(try #require(status.earnedBy) <= before)
        } else if seed.isMultiple(of: 2) {
            #expect(status.phase == .matched, "a face that is above the threshold on average")
        }
    }

    @Test("a hold survives one unjudgeable frame, whose time counts")
    func shortDropout() {
        var events = frames(0..<660, 0.9)
        events[8] = dropout(events[8].milliseconds)
        let status = run(events, .three)
        #expect(status.phase == .matched)
        #expect(status.earnedBy == 528)
    }

    @Test("a hold survives one unjudgeable frame at four frames per second")
    func slowDropout() {
        var events = frames(0..<1500, 0.9, every: 250)
        events[1] = dropout(250)
        #expect(run(events, .three).earnedBy == 500)
    }

    @Test("a long dropout ends a hold")
    func longDropout() {
        var events = frames(0..<1100, 0.9)
        for place in 4..<14 { events[place] = dropout(events[place].milliseconds) }
        // The hold restarts with the frame at 462 ms. The first frame at least 500 ms later is that
        // at 990 ms.
        #expect(run(events, .three).earnedBy == 990)
        #expect(run(Array(events.prefix(30)), .three).phase == .holding)
    }

    @Test("a hold ends when frames stop, or when a face does not match")
    func broken() {
        let early = frames(0..<400, 0.9)
        #expect(run(early + frames(1500..<1900, 0.9), .three).phase == .holding)
        #expect(run(early + frames(1500..<2100, 0.9), .three).phase == .matched)
        #expect(
            run(early + frames(400..<700, 0.02) + frames(700..<1100, 0.9), .three).phase == .holding
        )
        #expect(
            run(early + [AttemptEvent(milliseconds: 1500, kind: .tick)], .three).phase == .watching)
        #expect(
            run(early + [AttemptEvent(milliseconds: 1300, kind: .tick)], .three).phase == .holding)
    }

    @Test(
        "an unjudgeable frame gives no verdict", arguments: CannotJudgeReason.allCases
    )
    func unjudgeableFrame(reason: CannotJudgeReason) {
        var attempt = attempt(.two)
        for event in frames(0..<300, 0.9) { attempt.apply(event) }
        #expect(attempt.status.phase == .holding)
        let status = attempt.apply(dropout(310, reason))
        #expect(status.verdict == .cannotJudge(reason))
        #expect(!status.isFinal)
        var blind = self.attempt(.one)
        for time in 0..<100 {
            let status = blind.apply(dropout(Double(time) * 33, reason))
            #expect(status.verdict == .cannotJudge(reason) && status.phase == .watching)
            #expect(status.peak == 0 && status.peakFrame == nil)
        }
    }

    @Test("duplicate and out-of-order frames change nothing")
    func order() {
        let events = frames(0..<120, 0.02) + frames(120..<900, 0.9)
        var clean = attempt(.three)
        var shaken = attempt(.three)
        var last: [AttemptStatus] = []
        for event in events {
            last.append(clean.apply(event))
            let status = shaken.apply(event)
            #expect(status == last.last)
            #expect(shaken.apply(frame(event.milliseconds, 0.01)) == status)
            #expect(shaken.apply(frame(event.milliseconds - 40, 0.99)) == status)
            #expect(shaken.apply(frame(.nan, 0.99)) == status)
        }
        #expect(clean.ignored == 0)
        #expect(shaken.ignored == 3 * events.count)
    }

    @Test("a frame captured before a tick counts if it arrives after it, but not after a retry")
    func lateFrame() {
        var attempt = attempt(.one)
        attempt.apply(frame(0, 0.02))
        attempt.apply(AttemptEvent(milliseconds: 200, kind: .tick))
        let early = attempt.apply(frame(190, 0.99))
        #expect(early.phase == .matched && early.earnedBy == 190 && early.milliseconds == 200)
        attempt.apply(AttemptEvent(milliseconds: 300, kind: .retry))
        #expect(attempt.apply(frame(290, 0.99)).phase == .watching)
        #expect(attempt.ignored == 1)
    }

    @Test("a late frame neither restores a hold that a tick ended nor turns back time")
    func lateFrames() {
        var attempt = attempt(.three)
        for event in frames(0..<400, 0.9) { attempt.apply(event) }
        attempt.apply(AttemptEvent(milliseconds: 1500, kind: .tick))
        let status = attempt.apply(frame(1450, 0.9))
        #expect(status.phase == .holding && status.held == 0 && status.milliseconds == 1500)
        #expect(attempt.apply(AttemptEvent(milliseconds: 1450, kind: .tick)) == status)
        #expect(attempt.ignored == 1)
    }

    @Test("the same events give the same statuses", arguments: 1...5)
    func deterministic(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var time = 0.0
        let events: [AttemptEvent] = (0..<400).map { _ in
            time += Double.random(in: -20...120, using: &generator)
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: return dropout(time)
            case 1: return AttemptEvent(milliseconds: time, kind: .tick)
            case 2 where time > 5000: return AttemptEvent(milliseconds: time, kind: .retry)
            default: return frame(time, Float.random(in: 0.01...0.99, using: &generator))
            }
        }
        var first = attempt(.two)
        var second = attempt(.two)
        for event in events {
            let status = first.apply(event)
            #expect(second.apply(event) == status)
            #expect((0...1).contains(status.held) && (0...1).contains(status.peak))
            #expect((status.phase == .matched) == (status.verdict.kind == .matched))
            #expect(status.isFinal == (status.earnedBy != nil))
        }
    }

    @Test("an attempt has no time limit by default")
    func limit() {
        let long = frames(0..<600_000, 0.02, every: 1000)
        #expect(run(long, .one).phase == .watching)
        let status = run(frames(0..<900, 0.02) + frames(900..<1500, 0.25) + long, .two, limit: 1200)
        #expect(status.phase == .timeUp)
        #expect(status.verdict == .notYet(progress: status.peak, hint: nil, praise: nil))
        #expect(status.peak > 0.8 && status.peak < 1)
        #expect(status.earnedBy == status.peakFrame)
        #expect((900..<1200).contains(status.earnedBy ?? 0))
        #expect(
            run([frame(0, 0.02), AttemptEvent(milliseconds: 1200, kind: .tick)], .one, limit: 1200)
                .phase == .timeUp)
    }

    @Test("an attempt without a judgeable frame ends with the most common reason")
    func blind() {
        let events = [
            dropout(0, .noFace), dropout(30, .tooDark), dropout(60, .tooDark),
            dropout(90, .blurred),
        ]
        let status = run(
            events + [AttemptEvent(milliseconds: 5000, kind: .tick)], .one, limit: 5000)
        #expect(status.phase == .timeUp && status.verdict == .cannotJudge(.tooDark))
        #expect(status.earnedBy == nil)
    }

    @Test("after the end only a retry changes the status, and it starts over")
    func retry() {
        var attempt = attempt(.two)
        for event in frames(0..<660, 0.9) { attempt.apply(event) }
        let end = attempt.status
        #expect(end.phase == .matched)
        #expect(attempt.apply(frame(700, 0.01)) == end)
        #expect(attempt.apply(AttemptEvent(milliseconds: 710, kind: .skip)) == end)
        let again = attempt.apply(AttemptEvent(milliseconds: 800, kind: .retry))
        #expect(again.phase == .watching && again.tries == 2 && again.peak == 0)
        #expect(again.milliseconds == 0 && again.earnedBy == nil)
        for event in frames(810..<1460, 0.9) { attempt.apply(event) }
        #expect(attempt.status.phase == .matched && attempt.status.tries == 2)
        #expect(attempt.status.earnedBy == 1140)
    }

    @Test("an attempt can be skipped, which is not a failure")
    func skip() {
        var attempt = attempt(.three)
        for event in frames(0..<330, 0.3) { attempt.apply(event) }
        let status = attempt.apply(AttemptEvent(milliseconds: 330, kind: .skip))
        #expect(status.phase == .skipped && status.isFinal)
        #expect(status.verdict.kind == .notYet)
        #expect(status.earnedBy == 0)
    }

    @Test("frames from before the start do not count")
    func beginning() {
        var attempt = attempt(.one, start: 1000)
        attempt.apply(frame(990, 0.99))
        #expect(attempt.status.phase == .watching && attempt.ignored == 1)
        attempt.apply(frame(1000, 0.99))
        #expect(attempt.status.phase == .matched && attempt.status.milliseconds == 0)
    }

    @Test("with a baseline an unchanged face never matches, regardless of its scores")
    func unchanged() throws {
        let rest = SampleFaces.scores([.neutral: 0.2, .happiness: 0.45, .sadness: 0.3])
        let observation = Observation.face(scores: rest, features: nil)
        let baseline = try Baseline(pictures: [observation])
        var attempt = attempt(.one)
        for step in 0..<300 {
            let event = AttemptEvent(
                frame: step, atMilliseconds: Double(step) * 33, observation, target: .happiness,
                baseline: baseline, withheld: [])
            #expect(attempt.apply(event).phase == .watching)
        }
        let without = AttemptEvent(
            frame: 300, atMilliseconds: 20_000, observation, target: .happiness, baseline: nil,
            withheld: [])
        #expect(attempt.apply(without).phase == .matched)
    }
}
