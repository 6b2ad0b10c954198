import FacialFunWire
import Foundation
import Testing

struct ClassScoresTests {
    @Test("the class with the highest score is the top class, and the earlier one wins a tie")
    func top() throws {
        let scores = try #require(ClassScores(names: ["a", "b", "c"], values: [0.2, 0.4, 0.4]))
        #expect(scores.top == "b")
    }

    @Test(
        "numbers that are not probabilities of the classes are rejected",
        arguments: [
            [0.5], [0.5, 0.4], [0.5, 0.6], [-0.1, 1.1], [.nan, 1], [0.5, 0.25, 0.25],
        ] as [[Float]])
    func refused(values: [Float]) {
        #expect(ClassScores(names: ["a", "b"], values: values) == nil)
    }

    @Test("scores in JSON are read back in the byte order of the names")
    func roundTrip() throws {
        let scores = try #require(
            ClassScores(names: ["B", "a", "ä"], values: [0.25, 0.5, 0.25]))
        #expect(
            scores.json.compactText
                == #"{"top":"a","scores":{"B":0.25,"a":0.5,"ä":0.25}}"#)
        let read = try JSONDecoder().decode(
            ClassScores.self, from: Data(scores.json.compactText.utf8))
        #expect(read == scores)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                ClassScores.self, from: Data(#"{"top": "a", "scores": {"a": 0.5, "b": 0.1}}"#.utf8))
        }
    }
}
