import Evaluation
import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunLab

/// Counts of `facialfun-lab evaluate --levels`.
struct LevelsEvaluationTests {
    private let levels: LevelsFile

    init() throws {
        levels = try LevelsFile(
            bytes: Array(
                JudgeFolder.levels(
                    [0.2, 0.3, 0.4, 0.5, 0.6], ModelSummary(name: "fake", version: "7")
                ).utf8))
    }

    private func picture(
        _ truth: Emotion, _ shares: [Emotion: Float], person: String? = nil,
        refusal: CannotJudgeReason? = nil
    ) -> EvaluatedImage {
        var values = SIMD8<Float>(repeating: 0.001)
        for (emotion, share) in shares { values[emotion.index] = share }
        let scores = EmotionScores(values / values.sum())
        return EvaluatedImage(
            picture: LabeledImage(item: .file(InputPath("a")), truth: truth, person: person),
            answer: .success(Answer(faces: 1, promptedScores: scores, refusal: refusal)))
    }

    @Test("true passes and false accepts are counted, faces without a verdict as failures")
    func counts() {
        let judged = [
            picture(.anger, [.anger: 0.9, .neutral: 0.1]),
            picture(.anger, [.anger: 0.25, .neutral: 0.75]),
            picture(.anger, [.anger: 0.9], refusal: .tooDark),
            picture(.neutral, [.anger: 0.35, .neutral: 0.65]),
            picture(.neutral, [.neutral: 1]),
            picture(.fear, [.fear: 1]),
        ]
        let counted = LevelsEvaluation(LevelTrial.trials(of: judged), levels: levels)
        #expect(counted.withBaseline == nil)
        #expect(counted.alone.pictures == 6 && counted.alone.notJudged == 1)
        let easiest = counted.alone[.anger, .one]
        #expect(easiest.faces == 3 && easiest.matches == 2)
        // Half of the neutral faces pass and no fearful ones; each emotion has the same weight.
        #expect(easiest.falseAcceptRate == 0.25)
        #expect(counted.alone[.anger, .two].matches == 1)
        #expect(counted.alone[.anger, .three].falseAcceptRate == 0)
        #expect(counted.alone[.surprise, .one].passRate == nil)
        let interval = easiest.passInterval
        #expect((interval?.low ?? 1) < 2.0 / 3 && (interval?.high ?? 0) > 2.0 / 3)
    }

    @Test("a person's neutral pictures are the baseline of the person's other pictures only")
    func baselines() {
        let rest: [Emotion: Float] = [.neutral: 0.4, .sadness: 0.55]
        let judged = [
            picture(.neutral, rest, person: "a"), picture(.neutral, rest, person: "a"),
            picture(.anger, [.neutral: 0.3, .anger: 0.5], person: "a"),
            picture(.neutral, rest, person: "b"),
            picture(.fear, [.fear: 1], person: "c"), picture(.fear, [.fear: 1]),
        ]
        let trials = LevelTrial.trials(of: judged)
        #expect(trials.map { $0.baseline?.frames } == [1, 1, 2, nil, nil, nil])
        let counted = LevelsEvaluation(trials, levels: levels)
        #expect(counted.alone[.sadness, .one].falseAcceptRate ?? 0 > 0.3)
        #expect(counted.withBaseline?.pictures == 3)
        #expect(counted.withBaseline?[.sadness, .one].falseAcceptRate == 0)
        #expect(counted.withBaseline?[.anger, .one].matches == 1)
    }

    @Test("intervals contain the share, and narrow with more faces")
    func intervals() throws {
        let few = try #require(ProportionInterval.wilson(8, of: 10))
        let many = try #require(ProportionInterval.wilson(800, of: 1000))
        #expect(abs(few.low - 0.490) < 0.001 && abs(few.high - 0.943) < 0.001)
        #expect(many.high - many.low < few.high - few.low)
        #expect(ProportionInterval.wilson(0, of: 0) == nil && ProportionInterval.ofMean([]) == nil)
        let mean = try #require(ProportionInterval.ofMean([(5, 10), (0, 10)]))
        #expect(mean.low < 0.25 && mean.high > 0.25 && mean.low >= 0)
    }
}
