import FacialFun
import FacialFunWire
import Testing
import TestSupport

struct AttemptAdviceTests {
    private let levels: LevelsFile
    private let hints: HintTable

    init() throws {
        levels = try SampleFiles.levels()
        hints = try SampleFiles.hints()
    }

    private func event(
        _ milliseconds: Double, _ score: Float, _ features: GeometricFeatures?
    ) -> AttemptEvent {
        AttemptEvent(
            frame: Int(milliseconds), atMilliseconds: milliseconds,
            .face(scores: SampleFaces.scores(.surprise, score), features: features),
            target: .surprise, baseline: nil, withheld: [])
    }

    private func attempt(_ level: Level) -> Attempt {
        Attempt(plan: AttemptPlan(target: .surprise, level: level), levels: levels, hints: hints)
    }

    private func advice(_ status: AttemptStatus) -> Advice? {
        guard case .notYet(_, let hint, let praise) = status.verdict else { return nil }
        return Advice(hint: hint, praise: praise)
    }

    @Test("advice changes at most once a second", arguments: 1...6)
    func steady(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var attempt = attempt(.two)
        var last: Advice?
        var changed: Double?
        var changes = 0
        for step in 0..<1500 {
            let time = Double(step) * 33
            let face = step % 7 == 0 ? nil : generator.features()
            let score = Float.random(in: 0.01...0.28, using: &generator)
            guard let now = advice(attempt.apply(event(time, score, face))) else { continue }
            if let last, now != last {
                if let changed { #expect(time - changed >= 1000, "\(last) to \(now)") }
                changed = time
                changes += 1
            }
            last = now
        }
        #expect(changes > 10)
    }

    @Test("the first hint comes after the delay of the level")
    func firstHint() {
        let rest = SampleFaces.features()
        for (level, wanted) in [(Level.one, 0.0), (.three, 2000), (.four, 3000)] {
            var attempt = attempt(level)
            var first: Double?
            for step in 0..<200 where first == nil {
                let status = attempt.apply(event(Double(step) * 50, 0.02, rest))
                if advice(status)?.hint != nil { first = Double(step) * 50 }
            }
            #expect(first == wanted)
        }
        var attempt = attempt(.five)
        for step in 0..<2000 {
            #expect(advice(attempt.apply(event(Double(step) * 50, 0.02, rest)))?.hint == nil)
        }
    }

    @Test("a hint stays until the movement is made, and then the next one comes")
    func order() {
        var attempt = attempt(.one)
        let open = SampleFaces.features([.mouthOpening: 9])
        #expect(advice(attempt.apply(event(0, 0.02, SampleFaces.features())))?.hint == .openMouth)
        #expect(advice(attempt.apply(event(500, 0.05, open)))?.hint == .openMouth)
        #expect(
            advice(attempt.apply(event(1000, 0.05, open)))
                == Advice(hint: .raiseEyebrows, praise: .mouthOpen))
    }

    @Test("a matching player is advised to hold the expression")
    func matchingPlayerIsAdvisedToHold() {
        var attempt = attempt(.two)
        attempt.apply(event(0, 0.02, nil))
        attempt.apply(event(1200, 0.9, nil))
        #expect(attempt.status.phase == .holding)
        #expect(attempt.status.verdict == .notYet(progress: 1, hint: .holdIt, praise: nil))
    }
}
