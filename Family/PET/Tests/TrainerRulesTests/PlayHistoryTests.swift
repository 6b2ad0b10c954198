import FacialFunWire
import Foundation
import Testing
import TrainerRules

@Suite("A history kept during play")
struct PlayHistoryTests {
    private var history = PlayHistory(today: Day(5))

    private mutating func play(
        _ action: RoundEvent.Action, in round: inout Round, sitting: Int = 1
    ) throws {
        let before = round
        let item = try #require(before.current)
        let event = event(action, in: round)
        let outcome = round.apply(event)
        history.record(event, outcome: outcome, of: item, in: before, sitting: sitting)
    }

    private let skill = Skill(.happiness, at: .standard(1))

    /// A round of questions of one emotion.
    private func round(_ count: Int, helped: Bool = false, level: PlayedLevel = .standard(1))
        -> Round
    {
        let questions = (0..<count).map { Sample.question("q\($0)", answers: 4) }
        return Round(
            id: UUID(), level: level, questions: questions, seed: 1,
            helped: helped ? Set(questions.map(\.id)) : [])
    }

    @Test(
        "A history kept during play counts a question once per round, its first answer and the sitting"
    )
    mutating func firstAnswers() throws {
        var round = round(2)
        try play(round.rightAnswer, in: &round)
        try play(round.wrongAnswer, in: &round)
        try play(round.wrongAnswer, in: &round)
        try play(round.rightAnswer, in: &round)
        #expect(history.questions["q0"] == .init(asked: 1, firstRight: 1, lastAsked: Day(5)))
        #expect(history.questions["q1"] == .init(asked: 1, firstRight: 0, lastAsked: Day(5)))
        #expect(
            history.skills[skill]?.tallies
                == [SittingTally(day: Day(5), sitting: 1, asked: 2, firstRight: 1)])
        #expect(history.skills[skill]?.help.misses == 1)
        #expect(history.skills[skill]?.confusions.values.reduce(0, +) == 1)
    }

    @Test(
        "A history kept during play counts no skip as a mistake, and no tips and ignored events at all"
    )
    mutating func skips() throws {
        var round = round(1)
        try play(.tip, in: &round)
        try play(.replay, in: &round)
        try play(.answer("no such answer"), in: &round)
        #expect(history == PlayHistory(today: Day(5)))
        try play(.skip, in: &round)
        try play(round.rightAnswer, in: &round)
        #expect(
            history.skills[skill]?.tallies
                == [SittingTally(day: Day(5), sitting: 1, asked: 1, firstRight: 1)])
        #expect(history.skills[skill]?.help == Help())
    }

    @Test(
        "A history kept during play counts answers with help for the degree of help, not for mastery"
    )
    mutating func helped() throws {
        var round = round(3, helped: true)
        try play(round.rightAnswer, in: &round)
        try play(round.wrongAnswer, in: &round)
        try play(.skip, in: &round)
        try play(round.wrongAnswer, in: &round)
        #expect(history.skills[skill]?.tallies.isEmpty == true)
        #expect(history.skills[skill]?.help.degree == .tip)
        #expect(history.questions["q0"]?.firstRight == 1)
    }

    @Test("A history kept during play separates sittings and days")
    mutating func sittings() throws {
        var round = round(3)
        try play(round.rightAnswer, in: &round, sitting: 1)
        history.today = Day(6)
        try play(round.wrongAnswer, in: &round, sitting: 2)
        try play(round.rightAnswer, in: &round, sitting: 2)
        try play(round.rightAnswer, in: &round, sitting: 2)
        #expect(
            history.skills[skill]?.tallies == [
                SittingTally(day: Day(5), sitting: 1, asked: 1, firstRight: 1),
                SittingTally(day: Day(6), sitting: 2, asked: 2, firstRight: 1),
            ])
        #expect(history.questions["q1"]?.lastAsked == Day(6))
    }

    @Test(
        "A history kept during play counts a repeated question for its lower level and own questions for the bank"
    )
    mutating func levels() throws {
        var higher = round(1, level: .standard(4))
        try play(higher.rightAnswer, in: &higher)
        #expect(history.skills.keys.map(\.level) == [.standard(1)])
        // A built-in question counts for its own level, even among a player's own questions.
        var mixed = round(1, level: .questionBank)
        try play(mixed.rightAnswer, in: &mixed)
        #expect(history.skills.keys.map(\.level) == [.standard(1)])
        var question = Sample.question("bank-1")
        question.form = .own
        var own = Round(id: UUID(), level: .questionBank, questions: [question], seed: 1)
        try play(own.rightAnswer, in: &own)
        #expect(Set(history.skills.keys.map(\.level)) == [.standard(1), .questionBank])
    }
}
