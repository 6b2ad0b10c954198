import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunLab

struct ScoreLinesTests {
    private func judged(_ name: String, _ answer: Result<Answer, CommandError>)
        -> EvaluatedImage
    {
        EvaluatedImage(
            picture: LabeledImage(item: .file(InputPath(name)), truth: .fear), answer: answer)
    }

    @Test func everyPictureHasALineAndEveryDetectedFaceItsScores() throws {
        var values = SIMD8<Float>(repeating: 0)
        values[Emotion.fear.index] = 0.75
        values[Emotion.surprise.index] = 0.25
        let text = ScoreLines.text(of: [
            judged("a \"b\".png", .success(Answer(faces: 2, scores: EmotionScores(values)))),
            judged(
                "none.png",
                .success(Answer(faces: 0, wholeCropScores: EmotionScores(values)))),
            judged(
                "dark.png",
                .success(
                    Answer(faces: 1, scores: EmotionScores(values), refusal: .tooDark))),
            judged("gone.png", .failure(CommandError(code: .notFound, message: "It is gone."))),
        ])
        let lines = try text.split(separator: "\n").map {
            try JSONDocument(parsing: Data($0.utf8))
        }
        #expect(
            lines.map { $0["outcome"]?.text } == [
                "judged", "not_detected", "refused", "unreadable",
            ])
        #expect(
            lines.map { $0["path"]?.text } == ["a \"b\".png", "none.png", "dark.png", "gone.png"])
        #expect(lines.allSatisfy { $0["label"]?.text == "fear" })
        #expect(lines[0]["scores"]?["fear"]?.number == 0.75)
        #expect(lines[0]["scores"]?.keys.count == 8)
        #expect(lines[1]["scores"] == .null)
        #expect(lines[2]["reason"]?.text == "too_dark")
        #expect(lines[2]["scores"]?["fear"]?.number == 0.75)
        #expect(lines[0]["reason"] == .null)
        #expect(lines[3]["scores"] == .null)
    }
}
