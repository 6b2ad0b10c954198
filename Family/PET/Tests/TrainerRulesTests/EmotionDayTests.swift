import FacialFunWire
import Foundation
import Testing
import TrainerRules

@Suite("The counts of a day")
struct EmotionDayTests {
    private var row = EmotionDay(day: Day(1), emotion: .happiness, level: .standard(1))
    private var confusions: [ConfusionCount] = []

    private mutating func play(
        _ action: RoundEvent.Action, in round: inout Round, after milliseconds: Int = 2_000
    ) throws {
        let before = round
        let item = try #require(before.current)
        let event = event(action, in: round, after: milliseconds)
        let outcome = round.apply(event)
        row.count(event, outcome: outcome, of: item, in: before)
        if let count = ConfusionCount(event, outcome: outcome, of: item, in: before) {
            confusions.append(count)
        }
    }

    @Test(
        "The counts of a day distinguish first from later right answers and count a question once per round"
    )
    mutating func firstAndLaterAnswers() throws {
        var round = sampleRound(2)
        try play(round.rightAnswer, in: &round, after: 1_500)
        try play(round.wrongAnswer, in: &round, after: 2_500)
        try play(round.rightAnswer, in: &round, after: 9_000)
        #expect(row.asked == 2 && row.firstRight == 1 && row.laterRight == 1 && row.wrong == 1)
        #expect(row.answersTimed == 2 && row.milliseconds == 4_000)
        #expect(confusions.map(\.shown) == [.happiness, .sadness])
        #expect(confusions.map(\.chosen) == [.happiness, .neutral])
    }

    @Test("The counts of a day treat a right answer after a skip as a first right answer")
    mutating func rightAnswerAfterSkip() throws {
        var round = sampleRound(1)
        try play(.skip, in: &round)
        try play(.tip, in: &round)
        try play(.replay, in: &round)
        try play(round.rightAnswer, in: &round)
        #expect(row.asked == 1 && row.firstRight == 1 && row.skipped == 1 && row.wrong == 0)
        #expect(row.tips == 1 && row.replays == 1 && row.laterRight == 0)
    }

    @Test(
        "The counts of a day include reveals, and the right answer after a reveal counts as a later one"
    )
    mutating func revealed() throws {
        var round = sampleRound(1)
        try play(round.wrongAnswer, in: &round)
        try play(round.wrongAnswer, in: &round)
        try play(round.rightAnswer, in: &round)
        #expect(row.asked == 1 && row.wrong == 2 && row.revealed == 1)
        #expect(row.firstRight == 0 && row.laterRight == 1 && row.answersTimed == 1)
        #expect(confusions.count == 1)
    }

    @Test("The counts of a day exclude ignored events and times of absent players")
    mutating func ignoredEventsAndAbsences() throws {
        var round = sampleRound(2)
        try play(.answer("no such"), in: &round)
        #expect(row == EmotionDay(day: Day(1), emotion: .happiness, level: .standard(1)))
        #expect(confusions.isEmpty)
        try play(round.rightAnswer, in: &round, after: EmotionDay.longestTime + 1)
        try play(round.rightAnswer, in: &round, after: -1)
        #expect(row.firstRight == 2 && row.answersTimed == 0 && row.milliseconds == 0)
    }

    @Test("The counts of a day list answers with help separately")
    mutating func helped() throws {
        let questions = Sample.questions(2)
        var round = Round(
            id: UUID(), level: .standard(1), questions: questions, seed: 0,
            helped: [questions[0].id])
        try play(round.rightAnswer, in: &round)
        try play(round.rightAnswer, in: &round)
        #expect(row.asked == 2 && row.firstRight == 2 && row.helped == 1 && row.helpedRight == 1)
    }

    @Test("The counts of two days are added count by count")
    mutating func adds() throws {
        var other = row
        for (number, count) in EmotionDay.counts.enumerated() { other[keyPath: count] = number + 1 }
        row.add(other)
        row.add(other)
        #expect(EmotionDay.counts.map { row[keyPath: $0] } == (1...12).map { $0 * 2 })
        let form = try JSONEncoder().encode(row)
        #expect(try JSONDecoder().decode(EmotionDay.self, from: form) == row)
    }
}
