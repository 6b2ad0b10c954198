import Foundation
import Testing
import TrainerRules

@Suite("A round in two tabs, or sent twice")
struct RoundTabsTests {
    @Test("An event sent twice counts once and is reported as a duplicate")
    func duplicate() {
        var round = sampleRound(3)
        let wrong = event(round.wrongAnswer, in: round)
        let tip = event(.tip, in: round)
        #expect(round.apply(wrong) == .wrong)
        #expect(round.apply(tip) == .noted)
        let before = round
        #expect(round.apply(wrong) == .ignored(.duplicate))
        #expect(round.apply(tip) == .ignored(.duplicate))
        #expect(round == before)
    }

    @Test("The last answer of a round is recognized as a duplicate after the end")
    func duplicateAfterTheEnd() {
        var round = sampleRound(1)
        let right = event(round.rightAnswer, in: round)
        #expect(round.apply(right) == .right)
        #expect(round.apply(right) == .ignored(.duplicate))
        #expect(round.play(.tip) == .ignored(.finished))
    }

    @Test("An old tab with a finished question changes nothing")
    func staleTab() {
        var round = sampleRound(3)
        let oldTab = round
        #expect(round.play(round.rightAnswer) == .right)
        let before = round
        for action in [oldTab.rightAnswer, oldTab.wrongAnswer, .skip, .tip, .replay] {
            #expect(round.apply(event(action, in: oldTab)) == .ignored(.stale))
        }
        #expect(round == before)
    }

    @Test("An old tab is stale from the second showing of the same question")
    func staleShowingOfTheSameQuestion() {
        var round = sampleRound(1)
        let oldTab = round
        #expect(round.play(.skip) == .skipped)
        #expect(round.current == oldTab.current)
        #expect(round.apply(event(oldTab.rightAnswer, in: oldTab)) == .ignored(.stale))
        #expect(round.play(round.rightAnswer) == .right)
    }

    @Test("Two tabs with the same showing play the same question together")
    func twoTabsWithTheSameShowing() {
        var round = sampleRound(2, answers: 4)
        let other = round
        #expect(round.play(round.wrongAnswer) == .wrong)
        #expect(round.apply(event(other.wrongAnswer, in: other)) == .ignored(.notOffered))
        #expect(round.apply(event(other.rightAnswer, in: other)) == .right)
    }

    @Test("An event with a valid number but another question belongs to another round")
    func anotherQuestion() {
        var round = sampleRound(2)
        var strange = event(round.rightAnswer, in: round)
        strange.question = round.upcoming(1).first?.id ?? ""
        #expect(round.apply(strange) == .ignored(.stale))
    }

    @Test("The name of an ignored event can be used again")
    func nameOfIgnoredEventIsReusable() {
        var round = sampleRound(2)
        var early = event(round.rightAnswer, in: round)
        early.presentation = 7
        #expect(round.apply(early) == .ignored(.stale))
        early.presentation = 0
        #expect(round.apply(early) == .right)
    }
}
