import FacialFunWire
import Foundation
import Testing

struct EmotionScoresTests {
    private let scores = EmotionScores(
        SIMD8(0.05, 0.6, 0.1, 0.05, 0.05, 0.05, 0.05, 0.05))

    @Test("each emotion's index is its position among all cases")
    func order() {
        for (place, emotion) in Emotion.allCases.enumerated() {
            #expect(emotion.index == place)
        }
        #expect(
            Emotion.allCases.map(\.rawValue) == [
                "neutral", "happiness", "surprise", "sadness", "anger", "disgust", "fear",
                "contempt",
            ])
    }

    @Test("the top emotion has the highest score, the first in a tie")
    func top() {
        #expect(scores.top == .happiness)
        #expect(EmotionScores(SIMD8(0, 0, 0, 0.5, 0, 0.5, 0, 0)).top == .sadness)
    }

    @Test("scores survive JSON by name with all eight present")
    func roundTrip() throws {
        let data = Data(scores.json.compactText.utf8)
        let object = try #require(
            try JSONSerialization.jsonObject(with: data) as? [String: Double])
        #expect(Set(object.keys) == Set(Emotion.allCases.map(\.rawValue)))
        #expect(try JSONDecoder().decode(EmotionScores.self, from: data) == scores)
    }

    @Test(
        "invalid sets of probabilities are rejected",
        arguments: [
            #"{"neutral": 1}"#,
            #"""
            {"neutral": 0.9, "happiness": 0.9, "surprise": 0, "sadness": 0, "anger": 0,
             "disgust": 0, "fear": 0, "contempt": 0}
            """#,
            #"""
            {"neutral": 1.5, "happiness": -0.5, "surprise": 0, "sadness": 0, "anger": 0,
             "disgust": 0, "fear": 0, "contempt": 0}
            """#,
        ])
    func refusal(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EmotionScores.self, from: Data(json.utf8))
        }
    }
}
