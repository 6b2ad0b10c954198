import FacialFunWire
import Foundation
import Testing
import TrainerRules

@Suite("A family's own question")
struct OwnQuestionTests {
    private func question(
        _ emotion: Emotion = .happiness, level: Int = 1, picked: [Emotion]? = nil
    ) -> OwnQuestion {
        OwnQuestion(
            id: UUID(), prompt: "How does she feel?", emotion: emotion, level: level,
            picked: picked)
    }

    @Test(
        "A family's own question has 3 to 5 different answers depending on its level, including the right one",
        arguments: 1...5)
    func automatic(level: Int) {
        for emotion in Emotion.allCases {
            let asked = question(emotion, level: level).question
            #expect(asked.answers.count == [3, 3, 4, 4, 5][level - 1])
            #expect(Set(asked.answers.map(\.id)).count == asked.answers.count)
            #expect(asked.answers.contains { $0.id == asked.right })
            #expect(asked.form == .own)
        }
    }

    @Test("A family's own question gets similar answers only at higher levels")
    func nearness() {
        #expect(!question(.surprise, level: 1).distractors.contains(.fear))
        #expect(question(.surprise, level: 2).distractors.contains(.fear))
        #expect(question(.anger, level: 5).distractors.contains(.disgust))
    }

    @Test("A family's own question offers the selected answers")
    func picked() {
        let own = question(.fear, level: 5, picked: [.surprise, .contempt])
        #expect(own.fault == nil)
        #expect(own.question.answers.map(\.id) == ["fear", "surprise", "contempt"])
    }

    @Test("A family's own question rejects duplicate answers, too few and too many")
    func faults() {
        for picked: [Emotion] in [
            [], [.fear], [.fear, .fear], [.happiness, .fear],
            [.fear, .anger, .sadness, .surprise, .disgust],
        ] {
            #expect(question(picked: picked).fault == .answers)
        }
        #expect(question(level: 0).fault == .level)
        #expect(question(level: 6).fault == .level)
        var long = question()
        long.prompt = String(repeating: "é", count: 121)
        #expect(long.fault == .prompt)
        long.prompt = String(repeating: "é", count: 120)
        #expect(long.fault == nil)
        long.tip = String(repeating: "e", count: 201)
        #expect(long.fault == .tip)
        long.prompt = ""
        #expect(long.fault == .prompt)
    }

    @Test("A family's own question has a name in rounds that contains its id")
    func name() {
        let own = question()
        #expect(OwnQuestion.id(of: own.questionID) == own.id)
        #expect(OwnQuestion.id(of: "l1-happiness-01") == nil)
        #expect(OwnQuestion.id(of: "bank-nothing") == nil)
    }
}

@Suite("A round with a withdrawn question")
struct RoundWithdrawingTests {
    private let questions = (0..<3).map { number in
        OwnQuestion(id: UUID(), prompt: "\(number)?", emotion: .fear, level: 1).question
    }

    private func round() -> Round {
        Round(id: UUID(), level: .questionBank, questions: questions, seed: 3)
    }

    @Test(
        "A round with a withdrawn question continues with the next question, and an answer of an old tab is stale"
    )
    func current() throws {
        var round = round()
        let gone = try #require(round.current)
        let wasThere = round.withdraw(gone.id)
        #expect(wasThere)
        #expect(round.current?.id == questions[1].id)
        #expect(round.setAside == 1)
        let event = RoundEvent(
            id: UUID(), question: gone.id, presentation: 0, action: .answer(gone.right),
            elapsedMilliseconds: 10)
        #expect(round.apply(event) == .ignored(.stale))
        let wasThereAgain = round.withdraw(gone.id)
        #expect(!wasThereAgain)
    }

    @Test("A round with a withdrawn question can be stored and read at any point")
    func stored() throws {
        var round = round()
        let first = try #require(round.current)
        let wrong = try #require(first.answers.first { $0.id != first.right })
        for action: RoundEvent.Action in [.skip, .answer(wrong.id)] {
            let on = try #require(round.current)
            _ = round.apply(
                RoundEvent(
                    id: UUID(), question: on.id, presentation: round.presentation, action: action,
                    elapsedMilliseconds: 10))
        }
        for question in questions {
            round.withdraw(question.id)
            let read = try JSONDecoder().decode(
                Round.self, from: try JSONEncoder().encode(round))
            #expect(read == round)
        }
        #expect(round.isFinished)
    }
}
