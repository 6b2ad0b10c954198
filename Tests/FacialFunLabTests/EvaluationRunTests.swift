import Evaluation
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunLab

struct EvaluationRunTests {
    private let folder: TemporaryFolder

    /// Seven faces: one correct, one correct and rejected, one wrong with high score, one wrong
    /// with low score, one not found, one unreadable, one correct.
    init() throws {
        folder = try TemporaryFolder()
        try folder.write("anger/1.png", FakeJudge.file(.anger, percent: 90))
        try folder.write("anger/2.png", FakeJudge.file(.fear, percent: 30))
        try folder.write("anger/3.png", FakeJudge.file(.disgust, percent: 95, faces: 2))
        try folder.write("fear/<4>.png", FakeJudge.file(.fear, percent: 80, faces: 0))
        try folder.write("fear/5.png", [])
        try folder.write(
            "fear/7.png", FakeJudge.file(.fear, percent: 90, faces: 1 | FakeJudge.refused))
        try folder.write("fear/6.png", FakeJudge.file(.fear, percent: 60))
    }

    private func run(jobs: Int) throws -> EvaluationRun {
        EvaluationRun(
            pictures: try LabeledImages.read(InputPath(folder.path)).pictures,
            judge: FakeJudge(), reader: InputReader(maxBytes: 1000), jobs: jobs,
            errorStyle: TerminalStyle(colors: false, unicode: false))
    }

    private func report(jobs: Int = 2, areCrops: Bool = true) throws -> EvaluationReport {
        EvaluationReport(
            source: "Faces & <more>", model: FakeJudge().model, areCrops: areCrops,
            bootstrap: Bootstrap(seed: 1, replicates: 10), judged: try run(jobs: jobs).judged())
    }

    @Test func everyLabeledPictureIsCounted() throws {
        let report = try report()
        let outcomes = report.all.outcomes
        #expect(outcomes.faces == 7)
        #expect(outcomes.refused == 1)
        #expect(outcomes.judged == 4)
        #expect(outcomes.notDetected == 1)
        #expect(outcomes.unreadable == 1)
        #expect(report.severalFaces == 1)
        #expect(report.all.figures[.accuracy].value == 2.0 / 7)
        #expect(report.refusals.map(\.reason) == [.tooDark])
        #expect(report.refusals.map(\.count) == [1])
    }

    @Test func alternativeCountsAreReported() throws {
        let results = try report().results
        #expect(results.map(\.counting) == [.all, .gateOff, .judged, .wholeCrops])
        #expect(results[1].result.figures[.accuracy].value == 3.0 / 7)
        #expect(results[2].result.figures[.accuracy].value == 2.0 / 4)
        #expect(results[3].result.figures[.accuracy].value == 4.0 / 7)
        #expect(try report(areCrops: false).results.map(\.counting) == [.all, .gateOff, .judged])
    }

    @Test func worstMistakesHaveTheHighestConfidence() throws {
        let mistakes = try report().mistakes
        #expect(mistakes.map(\.called) == [.disgust, .fear])
        #expect(mistakes.map(\.score) == [0.95, 0.3])
        #expect(
            Misclassification.worst(1, of: try run(jobs: 1).judged()).map(\.called) == [.disgust])
    }

    @Test(arguments: [1, 2, 7])
    func numberOfThreadsDoesNotMatter(jobs: Int) throws {
        #expect(try report(jobs: jobs).jsonText == report(jobs: 1).jsonText)
    }

    @Test func jsonContainsAllCounts() throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(report().jsonText.utf8))
                as? [String: Any])
        #expect(object["schema"] as? String == "facialfun.evaluation/2")
        #expect(object["refusals"] as? [String: Int] == ["too_dark": 1])
        #expect(object["ignoredReasons"] as? [String] == ["blurred", "too_small"])
        #expect((object["model"] as? [String: Any])?["name"] as? String == "fake")
        let results = try #require(object["results"] as? [String: [String: Any]])
        #expect(Set(results.keys) == ["all", "gateOff", "judged", "wholeCrops"])
        let worst = try #require(object["worstMistakes"] as? [[String: Any]])
        #expect(worst.first?["path"] as? String == folder.path("anger/3.png"))
        #expect(worst.first?["label"] as? String == "anger")
    }

    @Test func tableListsFacesWithoutScoresAndFitsPlainTerminals() throws {
        let plain = TerminalStyle(colors: false, unicode: false)
        let text = EvaluationTable(report: try report(), style: plain).text
        #expect(text.contains("1 (14.3 %) not detected"))
        #expect(text.contains("Refused: too_dark 1."))
        #expect(text.contains("none was refused for its size or sharpness"))
        #expect(text.contains("count as wrong"))
        #expect(text.contains("the largest was judged"))
        #expect(text.utf8.count == text.unicodeScalars.count, "beyond ASCII")
    }

    @Test func pageIsSelfContainedAndEscapesQuotedText() throws {
        let page = try run(jobs: 1).page(of: report()).html
        #expect(page.contains("Faces &amp; &lt;more&gt;"))
        #expect(page.contains("&lt;4&gt;.png"))
        #expect(!page.contains("<4>"))
        // The page shows two errors, one picture without a face and one with a rejected face.
        // Nothing is loaded from elsewhere.
        #expect(page.components(separatedBy: "<img ").count == 1 + 4)
        #expect(page.components(separatedBy: "src=\"data:image/png;base64,").count == 1 + 4)
        #expect(page.contains("<h2>Faces that were not judged</h2>"))
        #expect(page.contains("refused: "))
        // A wide table is scrollable and does not widen the page.
        #expect(page.components(separatedBy: "<div class=\"wide\"><table>").count >= 2)
        #expect(page.contains("white-space: nowrap"))
        #expect(!page.contains("http"))
        #expect(page.components(separatedBy: "<svg ").count == 1 + 2 + Emotion.allCases.count)
    }

    @Test func missingPictureIsReported() throws {
        let report = try report()
        try FileManager.default.removeItem(atPath: folder.path("anger/3.png"))
        let page = try run(jobs: 1).page(of: report).html
        #expect(page.contains("cannot be read"))
    }
}
