import FacialFunWire
import Testing

@testable import TrainerRules

@Suite struct GoalProgressTests {
    private let goal = Goal(
        id: 1, kind: .reading, emotion: .fear, level: 2, criterion: 80, day: Day(100))

    private func progress(_ probes: [(Int, Int, Int)], goal: Goal? = nil) -> GoalProgress {
        GoalProgress(
            goal ?? self.goal,
            probes: probes.map { Probe(day: Day($0.0), asked: $0.1, right: $0.2) })
    }

    @Test func noPlayGivesNoFigures() {
        let progress = progress([])
        #expect(progress.baseline == nil && progress.now == nil && progress.change == nil)
        #expect(!progress.isReached && progress.results.isEmpty)
    }

    @Test func baselineIsTheLatestResultBeforeTheGoal() {
        let progress = progress([(80, 5, 5), (98, 3, 1), (99, 3, 1), (100, 6, 3)])
        #expect(progress.baseline == Probe(day: Day(99), asked: 6, right: 2))
        #expect(progress.now == Probe(day: Day(100), asked: 6, right: 3))
        #expect(progress.change == 50 - 33)
    }

    @Test func firstAnswersAreTheBaselineWithoutEarlierOnes() {
        let progress = progress([(99, 2, 2), (100, 5, 1), (103, 5, 4)])
        #expect(progress.baseline == Probe(day: Day(100), asked: 5, right: 1))
        #expect(progress.now == Probe(day: Day(103), asked: 5, right: 4))
        #expect(progress.results == [Probe(day: Day(103), asked: 5, right: 4)])
    }

    @Test func tooFewAnswersGiveNoFigure() {
        let progress = progress([(90, 5, 2), (100, 2, 2), (101, 2, 2)])
        #expect(progress.baseline?.percent == 40)
        #expect(progress.now == nil && progress.change == nil)
    }

    @Test func criterionIsReachedAfterTwoResultsInARow() {
        #expect(!progress([(90, 5, 1), (101, 5, 5)]).isReached)
        #expect(progress([(90, 5, 1), (101, 5, 5), (102, 5, 4)]).isReached)
        #expect(!progress([(90, 5, 1), (101, 5, 5), (102, 5, 3), (103, 5, 5)]).isReached)
        // A later relapse lowers the current result; the goal stays reached.
        let relapse = progress([(90, 5, 1), (101, 5, 5), (102, 5, 4), (110, 5, 0)])
        #expect(relapse.isReached && relapse.now?.percent == 0)
    }

    @Test func percentagesAreRoundedDown() {
        #expect(Probe(day: Day(1), asked: 9, right: 8).percent == 88)
        let strict = Goal(
            id: 1, kind: .reading, emotion: .fear, level: 2, criterion: 89, day: Day(100))
        #expect(!progress([(90, 5, 1), (101, 9, 8), (102, 9, 8)], goal: strict).isReached)
    }

    @Test func answersAfterTheEndOfAGoalDoNotCount() {
        var ended = goal
        ended.endedOn = Day(105)
        let progress = progress([(90, 5, 1), (105, 5, 5), (106, 5, 0)], goal: ended)
        #expect(progress.now?.percent == 100)
    }

    @Test func orderOfProbesDoesNotMatterAcrossDays() {
        var generator = SeededGenerator(seed: 39)
        for _ in 0..<100 {
            let probes = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                let asked = Int.random(in: 0...6, using: &generator)
                return (90 + 2 * number, asked, Int.random(in: 0...asked, using: &generator))
            }
            let inOrder = progress(probes)
            #expect(progress(probes.shuffled(using: &generator)) == inOrder)
            // No answer counts both as one before the goal and as one after it.
            if let baseline = inOrder.baseline, let now = inOrder.now {
                #expect(baseline.day < now.day)
            }
            #expect(inOrder.results.allSatisfy { $0.asked >= GoalProgress.fewest })
        }
    }
}
