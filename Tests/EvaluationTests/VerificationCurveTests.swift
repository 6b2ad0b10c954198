import FacialFunWire
import Testing

@testable import Evaluation

struct VerificationCurveTests {
    private func figures(
        _ judgements: [Judgement], rate: Double = 0.05
    ) -> (area: Double?, trueAcceptRate: Double?) {
        VerificationCurve(target: .happiness, judgements: judgements).figures(
            weights: Array(repeating: 1, count: judgements.count), falseAcceptRate: rate)
    }

    private func target(_ score: Float) -> Judgement {
        .scored(truth: .happiness, .happiness, score)
    }

    private func other(_ score: Float) -> Judgement {
        .scored(truth: .anger, .happiness, score)
    }

    @Test func perfectOrderHasAreaOneAndTheReverseZero() {
        #expect(figures([target(0.9), other(0.1), target(0.8), other(0.7)]) == (1, 1))
        #expect(figures([target(0.1), other(0.9)]) == (0, 0))
    }

    @Test func equalScoresCountHalf() {
        #expect(figures([target(0.5), other(0.5)]).area == 0.5)
        // Pairs: 0.5 to 0.5 counts half, 0.5 to 0.2 is won, 0.3 to 0.5 lost, 0.3 to 0.2 won.
        #expect(
            figures([target(0.5), target(0.3), other(0.5), other(0.2)]).area == 0.625)
    }

    @Test func equalScoresAreAcceptedTogether() {
        // The only threshold that accepts a target also accepts half of the others.
        let judgements = [target(0.5), other(0.5), other(0.2)]
        #expect(figures(judgements, rate: 0.49).trueAcceptRate == 0)
        #expect(figures(judgements, rate: 0.5).trueAcceptRate == 1)
    }

    @Test func oneFalseAcceptInTwentyIsWithinFivePercent() {
        let others = [other(0.9)] + (0..<19).map { _ in other(0.1) }
        #expect(figures(others + [target(0.8), target(0.05)]).trueAcceptRate == 0.5)
        #expect(figures(Array(others.dropLast()) + [target(0.8)]).trueAcceptRate == 0)
    }

    @Test func singleClassHasNoMetrics() {
        #expect(figures([target(0.5)]) == (nil, nil))
        #expect(figures([other(0.5)]) == (nil, nil))
        #expect(figures([]) == (nil, nil))
    }

    @Test func faceWithoutScoresIsWrongAtEveryThreshold() {
        let missedTarget = Judgement(truth: .happiness, outcome: .notDetected)
        let missedOther = Judgement(truth: .fear, outcome: .refused)
        #expect(figures([target(0.9), missedTarget, other(0.1)]) == (0.5, 0.5))
        #expect(figures([target(0.9), other(0.1), missedOther], rate: 0.5) == (0.5, 1))
        #expect(figures([target(0.9), other(0.1), missedOther]).trueAcceptRate == 0)
    }
}

private func == (
    left: (area: Double?, trueAcceptRate: Double?), right: (Double?, Double?)
) -> Bool {
    left.area == right.0 && left.trueAcceptRate == right.1
}
