import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

struct BaselineTests {
    private let matcher: Matcher

    init() throws {
        matcher = Matcher(levels: try SampleFiles.levels(), hints: try SampleFiles.hints())
    }

    private func face(_ scores: EmotionScores) -> Observation {
        .face(scores: scores, features: SampleFaces.features())
    }

    private func problem(of pictures: [Observation]) -> BaselineProblem? {
        guard case .problem(let problem) = Baseline.made(of: pictures) else { return nil }
        return problem
    }

    @Test(
        "a resting face that looks sad, angry or surprised does not match these",
        arguments: [Emotion.sadness, .anger, .contempt, .disgust, .fear, .surprise])
    func restingFace(emotion: Emotion) throws {
        let rest = SampleFaces.scores([emotion: 0.6, .neutral: 0.35])
        let baseline = try Baseline(pictures: [face(rest)])
        #expect(rest.top == emotion)
        #expect(baseline.shifted(rest).top == .neutral)
        #expect(
            matcher.judge(face(rest), target: emotion, level: .two).kind == .matched,
            "without a baseline it would match")
        for level in Level.allCases {
            #expect(
                matcher.judge(face(rest), target: emotion, level: level, baseline: baseline).kind
                    == .notYet)
        }
        #expect(
            matcher.judge(face(rest), target: .neutral, level: .three, baseline: baseline).kind
                == .matched)
    }

    @Test("with a baseline, rest and face are both scored at `photograph`")
    func operatingPoint() throws {
        func seen(_ photograph: EmotionScores) -> Observation {
            .face(
                scores: SampleFaces.scores(.sadness, 0.9), photograph: photograph, features: nil)
        }
        let rest = SampleFaces.scores([.neutral: 0.8, .anger: 0.1])
        let angry = SampleFaces.scores([.neutral: 0.05, .anger: 0.9])
        let baseline = try Baseline(pictures: [seen(rest)])
        func kind(_ target: Emotion, _ scores: EmotionScores) -> Verdict.Kind {
            matcher.judge(seen(scores), target: target, level: .three, baseline: baseline).kind
        }
        #expect(kind(.anger, angry) == .matched)
        #expect(kind(.sadness, angry) == .notYet && kind(.anger, rest) == .notYet)
        #expect(
            matcher.judge(seen(angry), target: .sadness, level: .three).kind == .matched,
            "without a baseline the other scores count")
    }

    @Test("a baseline subtracts the mean apparent anger of the resting faces")
    func meanOfRest() throws {
        let shares: [Float] = [0.9, 0.1, 0.1]
        let rests = shares.map { SampleFaces.scores([.anger: $0, .neutral: 0.95 - $0]) }
        let baseline = try Baseline(pictures: rests.map(face))
        // Scores relative to neutral, as logits.
        func logit(_ scores: EmotionScores) -> Double {
            log(Double(scores[.anger]) / Double(scores[.neutral]))
        }
        let mean = rests.map(logit).reduce(0, +) / 3
        let shown = SampleFaces.scores([.anger: 0.8, .neutral: 0.15])
        let taken = logit(shown) - logit(baseline.shifted(shown))
        #expect(abs(taken - (mean - logit(Baseline.restScores))) < 1e-4)
    }

    @Test("a restless baseline requires a proportionally greater change")
    func noise() throws {
        func share(_ rests: [Float]) throws -> Double {
            let baseline = try Baseline(
                pictures: rests.map { face(SampleFaces.scores([.anger: $0, .neutral: 0.95 - $0])) })
            let shown = SampleFaces.scores([.anger: 0.9, .neutral: 0.05])
            return baseline.changeShare(of: .anger, in: shown)
        }
        let calm = try share([0.2, 0.2, 0.2, 0.2])
        let small = try share([0.19, 0.21, 0.19, 0.21])
        let restless = try share([0.05, 0.5, 0.05, 0.5])
        #expect(abs(calm - small) < 0.02, "noise below one is none")
        #expect(restless < 0.6 * calm)
    }

    @Test("an unchanged face matches nothing but neutral", arguments: 1...4)
    func unchanged(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let rest = generator.scores()
            guard rest[.happiness] < 0.5 else { continue }
            let baseline = try Baseline(pictures: [face(rest)])
            for target in Emotion.allCases where target != .neutral {
                for level in Level.allCases {
                    let verdict = matcher.judge(
                        face(rest), target: target, level: level, baseline: baseline)
                    #expect(verdict.kind == .notYet)
                }
            }
        }
    }

    @Test("a small change matches only with a baseline")
    func smallChange() throws {
        let baseline = try Baseline(pictures: [
            face(SampleFaces.scores([.neutral: 0.97, .happiness: 0.004]))
        ])
        let faint = face(SampleFaces.scores([.neutral: 0.75, .happiness: 0.2]))
        #expect(matcher.judge(faint, target: .happiness, level: .two).kind == .notYet)
        #expect(
            matcher.judge(faint, target: .happiness, level: .two, baseline: baseline).kind
                == .matched)
    }

    @Test("progress is zero for a resting face and grows with the change")
    func progress() throws {
        let rest = SampleFaces.scores([.neutral: 0.65, .sadness: 0.3])
        let baseline = try Baseline(pictures: [face(rest)])
        var last = 0.0
        for step in 0...20 {
            let sadness = 0.3 + 0.03 * Float(step)
            let scores = SampleFaces.scores([.sadness: sadness, .neutral: 0.95 - sadness])
            let verdict = matcher.judge(
                face(scores), target: .sadness, level: .one, baseline: baseline)
            guard case .notYet(let progress, _, _) = verdict else {
                #expect(verdict.kind == .matched && step > 10)
                return
            }
            #expect(step == 0 ? progress < 1e-6 : progress > last)
            last = progress
        }
        Issue.record("a face that grew clearly sadder never matched")
    }

    @Test("with a baseline the judgement never falls when a score rises")
    func monotone() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let rest = SampleFaces.scores([
                .neutral: 0.5, .anger: Float.random(in: 0.01...0.4, using: &generator),
            ])
            let baseline = try Baseline(pictures: [face(rest)])
            var last = -1.0
            for step in 1...99 {
                let scores = SampleFaces.scores(.anger, Float(step) / 100)
                let verdict = matcher.judge(
                    face(scores), target: .anger, level: .four, baseline: baseline)
                let merit: Double =
                    if case .notYet(let progress, _, _) = verdict { progress } else { 1 }
                #expect(merit >= last)
                last = merit
            }
        }
    }

    @Test("features are measured from the person's own resting face")
    func features() throws {
        let own = SampleFaces.features([.mouthOpening: 6])
        let baseline = try Baseline(pictures: [
            .face(scores: SampleFaces.scores(.neutral, 0.9), features: own)
        ])
        let change = try #require(baseline.change(of: own))
        #expect(change.values.allSatisfy { abs($0) < 1e-12 })
        let reading = Reading(
            scores: SampleFaces.scores(.neutral, 0.9), features: own, target: .surprise,
            baseline: baseline, withheld: [])
        #expect(reading.features == .change(change))
    }

    @Test("with a baseline, any resting face scores like an average neutral one")
    func fullSubtraction() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<100 {
            let rest = generator.scores()
            guard rest[.happiness] < 0.5, rest.values.min() > 1e-5 else { continue }
            let shifted = try Baseline(pictures: [face(rest)]).shifted(rest)
            for emotion in Emotion.allCases {
                #expect(abs(shifted[emotion] - Baseline.restScores[emotion]) < 1e-4)
            }
        }
    }

    @Test("pictures without a resting face are rejected")
    func refusal() {
        #expect(problem(of: [face(SampleFaces.scores(.happiness, 0.8))]) == .notAtRest)
        #expect(
            problem(of: [face(SampleFaces.scores(.neutral, 0.8)), .cannotJudge(.tooDark)])
                == .cannotJudge(.tooDark))
        #expect(problem(of: []) == .cannotJudge(.noFace))
    }
}
