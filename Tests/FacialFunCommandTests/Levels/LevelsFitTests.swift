import Evaluation
import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// Measurements of `facialfun levels --fit`.
struct LevelsFitTests {
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

    @Test("with too few faces nothing is fitted, and figures with a baseline are kept")
    func tooFewFaces() throws {
        let judged = (0..<LevelsFit.minFaces - 1).flatMap { _ in
            [
                picture(.neutral, [.neutral: 0.9], person: "ann"),
                picture(.anger, [.anger: 0.9], person: "ann"),
            ]
        }
        let outcome = LevelsFit(levels: levels, trials: LevelTrial.trials(of: judged))
            .outcome(images: "few")
        #expect(!outcome.hasFitted && outcome.kept.count == Emotion.allCases.count)
        #expect(outcome.levels.measuredWithBaseline == levels.measuredWithBaseline)
        #expect(outcome.levels.hasGoalsWithBaseline == levels.hasGoalsWithBaseline)
    }

    @Test("fitted thresholds pass the required share, and at most the permitted others")
    func fit() throws {
        var judged: [EvaluatedImage] = []
        for step in 0..<200 {
            let share = Float(step) / 200
            judged.append(
                picture(.anger, [.anger: 0.2 + 0.8 * share, .neutral: 0.8 - 0.8 * share]))
            judged.append(
                picture(.neutral, [.neutral: 0.4 + 0.6 * share, .anger: 0.6 - 0.6 * share]))
        }
        let outcome = LevelsFit(levels: levels, trials: LevelTrial.trials(of: judged))
            .outcome(images: "drawn")
        let fitted = outcome.levels
        #expect(fitted.model == levels.model && fitted.operatingPoint == .prompted)
        #expect(fitted[.two].holdMilliseconds == levels[.two].holdMilliseconds)
        for level in Level.allCases {
            let goal = fitted[.anger, level]
            let most = LevelsFit.maxFalseAccepts[level.index]
            #expect(try #require(goal.falseAcceptRate) <= most)
            #expect(goal.offered && goal.interval?.contains(goal.threshold) == true)
        }
        // This file requires a pass rate of one half at each level, and its limits of false accepts
        // never require a higher threshold.
        #expect(try #require(fitted[.anger, .one].passRate) >= 0.5)
        #expect(outcome.kept.contains { $0.emotion == .fear && $0.faces == 0 })
        #expect(fitted[.fear, .three].threshold == levels[.fear, .three].threshold)
        #expect(fitted[.fear, .three].passRate == nil)
        #expect(fitted.measured?.faces[.anger] == 200)
        // The output is a valid file.
        let text = fitted.json.indentedText()
        #expect(try LevelsFile(bytes: Array(text.utf8)) == fitted)
    }

    @Test("at most the permitted share of resting faces passes")
    func restingFacesAreLimited() throws {
        var judged: [EvaluatedImage] = []
        for step in 0..<200 {
            let share = Float(step) / 200
            // Sad faces have such low scores that the threshold for their pass rate would let most
            // resting faces pass.
            judged.append(picture(.sadness, [.sadness: 0.1 + 0.9 * share, .anger: 0.5]))
            judged.append(picture(.neutral, [.neutral: 0.4, .sadness: 0.2 + 0.5 * share]))
            for other in [Emotion.happiness, .surprise, .anger, .disgust, .fear] {
                judged.append(picture(other, [other: 1]))
            }
        }
        let fitted = LevelsFit(levels: levels, trials: LevelTrial.trials(of: judged))
            .outcome(images: "drawn").levels
        for level in Level.allCases {
            let goal = fitted[.sadness, level]
            let passed = try #require(goal.falseAccepts?[.neutral])
            #expect(passed <= LevelsFit.maxAtRest[level.index])
            #expect(try #require(goal.falseAcceptRate) < LevelsFit.maxFalseAccepts[level.index])
        }
        #expect(try #require(fitted[.sadness, .one].falseAccepts?[.neutral]) > 0.4)
    }

    @Test("with a baseline, the easiest level accepts any score above chance after a change")
    func easiestLevelWithBaseline() throws {
        var judged: [EvaluatedImage] = []
        for number in 0..<30 {
            let person = "\(number)"
            judged += [
                picture(.neutral, [.neutral: 1], person: person),
                picture(.neutral, [.neutral: 1], person: person),
                picture(.sadness, [.sadness: 0.6, .neutral: 0.4], person: person),
            ]
        }
        let fitted = LevelsFit(levels: levels, trials: LevelTrial.trials(of: judged))
            .outcome(images: "drawn").levels
        let easiest = fitted.goal(.sadness, .one, withBaseline: true)
        #expect(easiest.threshold <= LevelsFit.minThreshold && easiest.passRate == 1)
        #expect(
            fitted.goal(.sadness, .two, withBaseline: true).threshold > LevelsFit.minThreshold)
    }
}
