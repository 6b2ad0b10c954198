import FacialFun
import FacialFunWire
import Testing

/// Withheld emotions, and separate thresholds for faces judged with a baseline.
struct WithheldTests {
    private let levels: LevelsFile
    private let matcher: Matcher

    init() throws {
        levels = try LevelsFile(bytes: Array(SampleFiles.promptedText().utf8))
        matcher = Matcher(levels: levels, hints: nil)
    }

    @Test("pressed lips that look like contempt match anger, and contempt if that is the target")
    func contempt() throws {
        let face = Observation.face(
            scores: SampleFaces.scores([.contempt: 0.7, .anger: 0.15, .neutral: 0.1]),
            features: nil)
        // Without contempt, anger has half of the remaining scores; level 3 requires 0.4.
        #expect(matcher.judge(face, target: .anger, level: .three).kind == .matched)
        #expect(matcher.judge(face, target: .contempt, level: .five).kind == .matched)
        let plain = Matcher(levels: try SampleFiles.levels(), hints: nil)
        #expect(plain.judge(face, target: .anger, level: .one).kind == .notYet)
    }

    @Test("withheld emotions score zero, and the others keep their proportions")
    func reading() {
        let scores = SampleFaces.scores([.contempt: 0.5, .anger: 0.2, .fear: 0.1])
        let reading = Reading(
            scores: scores, features: nil, target: .anger, baseline: nil, withheld: [.contempt])
        #expect(reading.scores[.contempt] == 0 && !reading.isBaselineAdjusted)
        #expect(abs(reading.scores[.anger] - 2 * reading.scores[.fear]) < 1e-6)
        #expect(abs(reading.scores.values.sum() - 1) < 1e-5)
        let asked = Reading(
            scores: scores, features: nil, target: .contempt, baseline: nil,
            withheld: [.contempt])
        #expect(asked.scores == scores)
    }

    @Test("with a baseline separate thresholds apply, for single pictures and over time")
    func thresholds() throws {
        let rest = Observation.face(
            scores: SampleFaces.scores([.neutral: 0.86, .anger: 0.02]), features: nil)
        let baseline = try Baseline(pictures: [rest])
        // A score between half the threshold of level 2 and the full one.
        let face = Observation.face(
            scores: SampleFaces.scores([.neutral: 0.66, .anger: 0.22]), features: nil)
        #expect(matcher.judge(face, target: .anger, level: .two).kind == .notYet)
        #expect(
            matcher.judge(face, target: .anger, level: .two, baseline: baseline).kind == .matched)
        for known in [nil, baseline] {
            var attempt = Attempt(
                plan: AttemptPlan(target: .anger, level: .two), levels: levels, hints: nil)
            for frame in 0..<40 {
                attempt.apply(
                    AttemptEvent(
                        frame: frame, atMilliseconds: Double(frame) * 33, face, target: .anger,
                        baseline: known, withheld: attempt.withheld))
            }
            #expect((attempt.status.phase == .matched) == (known != nil))
        }
    }

    @Test("a record marks frames judged with a baseline and is read back unchanged")
    func record() throws {
        let rest = Observation.face(scores: SampleFaces.scores(.neutral, 0.9), features: nil)
        let baseline = try Baseline(pictures: [rest])
        let event = AttemptEvent(
            frame: 1, atMilliseconds: 1, rest, target: .neutral, baseline: baseline,
            withheld: [.contempt])
        #expect(event.recordLine.contains("\"baseline\":true"))
        var record = AttemptRecord(
            model: SampleFiles.model, plan: AttemptPlan(target: .neutral, level: .one))
        record.events = [event]
        #expect(try AttemptRecord(bytes: Array(record.text.utf8), file: "a") == record)
    }
}
