import FacialFunWire
import Testing

@testable import Evaluation

struct EvaluationResultTests {
    private let result = EvaluationResult(
        TicketFaces.judgements, bootstrap: Bootstrap(seed: 1, replicates: 20))

    @Test func outcomesAddUp() {
        let mixed = [Judgement.Outcome.notDetected, .refused, .refused, .unreadable].map {
            Judgement(truth: .fear, outcome: $0)
        }
        let outcomes = EvaluationResult(
            mixed + [.scored(truth: .fear, .fear, 0.9)], bootstrap: Bootstrap(replicates: 2)
        ).outcomes
        #expect(outcomes.faces == 5)
        #expect(outcomes.judged == 1)
        #expect(outcomes.notDetected == 1)
        #expect(outcomes.refused == 2)
        #expect(outcomes.unreadable == 1)
    }

    @Test func valuesLieWithinTheirIntervals() {
        // True for recall and accuracy, whose bootstrap is centered on the value.
        for figure in [result.figures[.accuracy], result.figures[.recall, .neutral]] {
            #expect((figure.interval?.low ?? 2) <= (figure.value ?? -1))
            #expect((figure.interval?.high ?? -1) >= (figure.value ?? 2))
        }
    }

    @Test func histogramsCountEveryScoreOnce() {
        for (emotion, histogram) in zip(Emotion.allCases, result.histograms) {
            let judged = TicketFaces.judgements.filter { $0.scores != nil }
            let targets = judged.filter { $0.truth == emotion }.count
            #expect(histogram.targets.reduce(0, +) == targets)
            #expect(histogram.others.reduce(0, +) == judged.count - targets)
        }
    }
}
