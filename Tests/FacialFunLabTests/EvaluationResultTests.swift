import Evaluation
import FacialFunWire
import Foundation
import Testing

@testable import FacialFunLab

struct EvaluationResultTests {
    @Test func jsonContainsEveryMetricAndNullForMissingOnes() throws {
        var scores = SIMD8<Float>(repeating: 0.01)
        scores[Emotion.fear.index] = 0.93
        let nothing = EvaluationResult(
            [Judgement(truth: .fear, outcome: .judged(EmotionScores(scores)))],
            bootstrap: Bootstrap(replicates: 2))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(nothing.json.compactText.utf8))
                as? [String: Any])
        let summary = try #require(object["summary"] as? [String: [String: Any]])
        #expect(Set(summary.keys) == Set(SummaryMetric.allCases.map(\.rawValue)))
        #expect(summary["accuracy"]?["value"] as? Double == 1)
        #expect(summary["meanAreaUnderCurve"]?["value"] is NSNull)
        let emotions = try #require(object["emotions"] as? [String: [String: Any]])
        #expect(Set(emotions.keys) == Set(Emotion.allCases.map(\.rawValue)))
        #expect(emotions["fear"]?["faces"] as? Int == 1)
        let recall = try #require(emotions["anger"]?["recall"] as? [String: Any])
        #expect(recall["low"] is NSNull)
        let confusion = try #require(object["confusion"] as? [String: [String: Any]])
        #expect((confusion["fear"]?["called"] as? [String: Int])?["fear"] == 1)
        #expect((object["reliability"] as? [Any])?.count == ReliabilityBins.count)
    }
}
