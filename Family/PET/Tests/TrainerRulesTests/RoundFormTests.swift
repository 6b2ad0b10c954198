import FacialFunWire
import Foundation
import Testing
import TrainerRules

@Suite("The stored form of a round")
struct RoundFormTests {
    private func object(of round: Round) throws -> [String: Any] {
        let form = try JSONSerialization.jsonObject(with: JSONEncoder().encode(round))
        return try #require(form as? [String: Any])
    }

    private func round(of object: [String: Any]) throws -> Round {
        try JSONDecoder().decode(
            Round.self, from: JSONSerialization.data(withJSONObject: object))
    }

    @Test("Eight questions of five answers with all events take about a kilobyte")
    func encodedRoundIsSmall() throws {
        var round = sampleRound(8, answers: 5)
        for _ in 0..<30 { _ = round.play(.replay) }
        for _ in 0..<8 { _ = round.play(round.wrongAnswer) }
        let size = try JSONEncoder().encode(round).count
        print("stored form of 8 questions: \(size) bytes")
        #expect(size < 1_400)
    }

    @Test("A form of version 1 can still be read")
    func versionOneIsRead() throws {
        let text = """
            {"v":1,"id":"0E0A2B1C-1111-4222-8333-444455556666","level":"bank","n":3,"at":1,\
            "off":["sadness"],"done":0,"aside":0,"shown":[1,0],"tried":[1],"wait":[1,0],\
            "seen":"AAECAwQFRgeICQoLDA0ODw==","ask":[\
            {"q":"l4-fear-01","l":4,"e":6,"f":"person","p":"eyes","x":true,"h":true,\
            "a":[6,2,{"id":"picture-2","picture":"q/2.png"}],"r":"fear"},\
            {"q":"bank-1","l":1,"e":1,"f":"own","a":[1,3,4],"r":"happiness"}]}
            """
        var round = try JSONDecoder().decode(Round.self, from: Data(text.utf8))
        #expect(round.level == .questionBank && round.revision == 3 && round.presentation == 1)
        #expect(round.current?.id == "bank-1" && round.disabledAnswers == ["sadness"])
        #expect(round.currentWasAnswered)
        let waiting = try #require(round.upcoming(1).first)
        #expect(waiting.emotion == .fear && waiting.part == .eyes && waiting.probe)
        #expect(waiting.helped && waiting.answers[1].emotion == .surprise)
        #expect(waiting.answers[2] == .init(id: "picture-2", picture: "q/2.png"))
        let known = RoundEvent(
            id: try #require(UUID(uuidString: "00010203-0405-4607-8809-0A0B0C0D0E0F")),
            question: "bank-1", presentation: 1, action: .skip, elapsedMilliseconds: 0)
        #expect(round.apply(known) == .ignored(.duplicate))
        #expect(round.play(.answer("happiness")) == .right)
        let again = try JSONDecoder().decode(Round.self, from: JSONEncoder().encode(round))
        #expect(again == round)
    }

    @Test("A form of another version is rejected with its number")
    func anotherVersionIsRejected() throws {
        var form = try object(of: sampleRound(2))
        form["v"] = 2
        let error = #expect(throws: DecodingError.self) { try round(of: form) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("format 2"))
    }

    @Test("A form damaged in any part is rejected")
    func damageIsRejected() throws {
        var played = sampleRound(3)
        _ = played.play(.skip)
        _ = played.play(played.wrongAnswer)
        let form = try object(of: played)
        #expect(try round(of: form) == played)
        for key in form.keys {
            var without = form
            without[key] = nil
            #expect(throws: DecodingError.self, "without \(key)") { try round(of: without) }
        }
        let damages: [(String, Any)] = [
            ("id", "no name"), ("level", "6"), ("n", 0), ("n", Int.max), ("n", -1), ("at", Int.min),
            ("done", Int.max), ("aside", Int.min), ("shown", [Int.max, Int.max, 0]),
            ("wait", [0, 1, Int.max]), ("tried", "x"), ("tried", [3]), ("at", 2),
            ("off", ["contempt"]),
            ("off", ["happiness", "sadness", "neutral", "surprise"]), ("done", 1), ("done", -1),
            ("aside", 2), ("ask", [Any]()), ("shown", [1, 0]), ("shown", [3, 0, 0]),
            ("shown", [-1, 2, 0]), ("wait", [0, 1, 3]), ("wait", [0, 0, 1]), ("wait", [0, 1]),
            ("seen", "A"), ("seen", "AAEC"),
        ]
        for (key, value) in damages {
            var damaged = form
            damaged[key] = value
            #expect(throws: DecodingError.self, "\(key): \(value)") { try round(of: damaged) }
        }
    }

    @Test("A duplicate question is asked once")
    func repeatedQuestion() {
        let questions = Sample.questions(3)
        let round = Round(
            id: UUID(), level: .standard(1), questions: questions + questions, seed: 0)
        #expect(round.total == 3)
    }

    @Test("A round without questions is finished at once")
    func emptyRound() throws {
        var round = sampleRound(0)
        #expect(round.isFinished && round.current == nil && round.upcoming(3).isEmpty)
        #expect(round.upcoming(-1).isEmpty)
        #expect(round.play(.skip) == .ignored(.finished))
        #expect(try self.round(of: object(of: round)) == round)
    }

    @Test("The seed shuffles the answers evenly and once per round")
    func answersAreOrderedBySeed() throws {
        var first = [0, 0, 0, 0]
        for seed in 0..<4_000 as Range<UInt64> {
            var round = sampleRound(1, answers: 4, seed: seed)
            let item = try #require(round.current)
            #expect(item == sampleRound(1, answers: 4, seed: seed).current)
            first[try #require(item.answers.firstIndex { $0.id == item.right })] += 1
            _ = round.play(.skip)
            #expect(round.current == item)
        }
        // 1000 are expected; five standard deviations are 137.
        #expect(first.allSatisfy { abs($0 - 1_000) < 137 }, "\(first)")
    }
}
