import Foundation
import Testing
import TrainerRules

/// An event for the current question.
func event(
    _ action: RoundEvent.Action, in round: Round, after milliseconds: Int = 2_000
) -> RoundEvent {
    RoundEvent(
        id: UUID(), question: round.current?.id ?? "none", presentation: round.presentation,
        action: action, elapsedMilliseconds: milliseconds)
}

/// A round of the sample questions.
func sampleRound(_ count: Int, answers: Int = 3, seed: UInt64 = 1) -> Round {
    Round(
        id: UUID(), level: .standard(1), questions: Sample.questions(count, answers: answers),
        seed: seed)
}

extension Round {
    /// The right answer to the current question, as an action.
    var rightAnswer: RoundEvent.Action { .answer(current?.right ?? "none") }

    /// A wrong answer to the current question that can still be chosen, as an action.
    var wrongAnswer: RoundEvent.Action {
        let wrong = current?.answers.first {
            $0.id != current?.right && !disabledAnswers.contains($0.id)
        }
        return .answer(wrong?.id ?? "none")
    }

    /// Applies an action to the current question.
    mutating func play(_ action: RoundEvent.Action) -> RoundOutcome {
        apply(event(action, in: self))
    }
}

@Suite("A round")
struct RoundTests {
    @Test("A right answer completes the question and leads to the next (D4)")
    func rightAnswerCompletesTheQuestion() {
        var round = sampleRound(3)
        let next = round.upcoming(1).first
        #expect(round.play(round.rightAnswer) == .right)
        #expect(round.done == 1 && round.current == next && round.presentation == 1)
        #expect(round.revision == 1 && round.disabledAnswers.isEmpty)
    }

    @Test("A wrong answer is greyed out and leaves another chance (D5)")
    func wrongAnswerIsGreyed() throws {
        var round = sampleRound(3)
        let item = try #require(round.current)
        let wrong = round.wrongAnswer
        #expect(round.play(wrong) == .wrong)
        #expect(round.disabledAnswers.count == 1 && round.current == item)
        #expect(round.play(wrong) == .ignored(.notOffered))
        #expect(round.play(round.rightAnswer) == .right)
        #expect(round.disabledAnswers.isEmpty)
    }

    @Test("The last wrong answer reveals the right one, and the question returns at the end (D6)")
    func lastWrongAnswerReveals() throws {
        var round = sampleRound(2, answers: 4)
        let item = try #require(round.current)
        #expect(round.play(round.wrongAnswer) == .wrong)
        #expect(round.play(round.wrongAnswer) == .wrong)
        #expect(round.play(round.wrongAnswer) == .revealed)
        #expect(round.current != item && round.upcoming(5) == [item])
        #expect(round.play(round.rightAnswer) == .right)
        #expect(round.current == item && round.disabledAnswers.isEmpty)
    }

    @Test("A skipped question moves to the end (D7)")
    func skippedQuestionMovesToTheEnd() {
        var round = sampleRound(3)
        let order = [round.current].compactMap(\.self) + round.upcoming(2)
        #expect(round.play(.skip) == .skipped)
        #expect(
            [round.current].compactMap(\.self) + round.upcoming(2) == [
                order[1], order[2], order[0],
            ])
    }

    @Test("A question skipped at its third showing is set aside, and the round ends")
    func thirdSkipSetsTheQuestionAside() {
        var round = sampleRound(1)
        #expect(round.play(.skip) == .skipped)
        #expect(round.play(round.wrongAnswer) == .wrong)
        #expect(round.play(round.wrongAnswer) == .revealed)
        #expect(round.play(round.wrongAnswer) == .wrong)
        #expect(round.play(round.wrongAnswer) == .setAside)
        #expect(round.isFinished && round.setAside == 1 && round.done == 0 && round.current == nil)
        #expect(round.play(.skip) == .ignored(.finished))
    }

    @Test("Tips and replays are recorded and change nothing else")
    func tipsAreNoted() {
        var round = sampleRound(2)
        let before = round
        #expect(round.play(.tip) == .noted)
        #expect(round.play(.replay) == .noted)
        #expect(round.revision == 2 && round.current == before.current)
        #expect(round.presentation == 0 && round.disabledAnswers.isEmpty && round.done == 0)
    }
}
