import FacialFunWire
import Testing

@testable import Evaluation

/// Figures of ``TicketFaces`` according to scikit-learn 1.9.1.
///
/// They come from `accuracy_score`, `precision_recall_fscore_support` with a ninth class for faces
/// without scores, `roc_auc_score` and `roc_curve` (every threshold kept), in which such faces
/// score −1 if they have the target's label and 2 otherwise. The calibration errors are sums over
/// `numpy.digitize` with 15 bins; faces without scores are added with a distance of 1.
struct EvaluationSetTests {
    private let figures = EvaluationSet(TicketFaces.judgements).figures()

    @Test func summaryAgreesWithScikitLearn() {
        #expect(agree(figures[.accuracy], 0.665))
        #expect(agree(figures[.macroRecall], 0.6615852782203275))
        #expect(agree(figures[.macroF1], 0.6160019884110207))
        #expect(agree(figures[.meanAreaUnderCurve], 0.8984747917070685))
        #expect(agree(figures[.meanTrueAcceptRate], 0.5277014399957507))
        #expect(agree(figures[.expectedCalibrationError], 0.4697265625))
        #expect(agree(figures[.classwiseCalibrationError], 0.1356640625))
    }

    @Test(arguments: [
        (
            EmotionMetric.recall,
            [
                0.7065217391304348, 0.625, 0.75, 0.5849056603773585, 0.7714285714285715,
                0.5405405405405406, 0.6, 0.7142857142857143,
            ]
        ),
        (
            .precision,
            [
                0.7831325301204819, 0.7971014492753623, 0.796875, 0.6078431372549019,
                0.6428571428571429, 0.5263157894736842, 0.4444444444444444, 0.25,
            ]
        ),
        (
            .f1,
            [
                0.7428571428571429, 0.7006369426751592, 0.7727272727272727, 0.5961538461538461,
                0.7012987012987013, 0.5333333333333333, 0.5106382978723404, 0.37037037037037035,
            ]
        ),
        (
            .areaUnderCurve,
            [
                0.9001094014680971, 0.8734702797202797, 0.9210223245924877, 0.8551465390680224,
                0.9010176125244619, 0.8762191944010126, 0.9024342105263159, 0.9583787713558706,
            ]
        ),
        (
            .trueAcceptRate,
            [
                0.5108695652173914, 0.38636363636363635, 0.6176470588235294, 0.5094339622641509,
                0.5428571428571428, 0.2972972972972973, 0.5, 0.8571428571428571,
            ]
        ),
        (
            .calibrationError,
            [
                0.1858203125, 0.1765234375, 0.1492578125, 0.1072265625, 0.133828125, 0.097890625,
                0.1101953125, 0.1245703125,
            ]
        ),
    ])
    func emotionsAgreeWithScikitLearn(figure: EmotionMetric, expected: [Double]) {
        for emotion in Emotion.allCases {
            #expect(
                agree(figures[figure, emotion], expected[emotion.index]), "\(figure) of \(emotion)")
        }
    }

    @Test func orderOfFacesDoesNotMatter() {
        let reversed = EvaluationSet(TicketFaces.judgements.reversed()).figures()
        for (one, other) in zip(figures.values, reversed.values) { #expect(agree(one, other)) }
    }

    @Test func weightOfTwoEqualsAFaceTwice() {
        let judgements = Array(TicketFaces.judgements.prefix(60))
        let weights = judgements.indices.map { Int32($0 % 3) }
        let repeated = zip(judgements, weights).flatMap { judgement, weight in
            Array(repeating: judgement, count: Int(weight))
        }
        let weighted = EvaluationSet(judgements).figures(weights: weights)
        let plain = EvaluationSet(repeated).figures()
        for (one, other) in zip(weighted.values, plain.values) { #expect(agree(one, other)) }
    }

    @Test(arguments: [
        Judgement.Outcome.notDetected, .refused, .unreadable,
    ])
    func missingScoresNeverImproveAMetric(outcome: Judgement.Outcome) {
        for place in stride(from: 0, to: TicketFaces.judgements.count, by: 29) {
            var judgements = TicketFaces.judgements
            judgements[place].outcome = outcome
            let poorer = EvaluationSet(judgements).figures()
            for figure in [
                SummaryMetric.accuracy, .macroRecall, .meanAreaUnderCurve, .meanTrueAcceptRate,
            ] {
                #expect(poorer[figure] ?? 2 <= (figures[figure] ?? -1) + 1e-12, "\(figure)")
            }
        }
    }

    @Test func emptySetHasNoMetrics() {
        let empty = EvaluationSet([]).figures()
        #expect(empty.values.allSatisfy { $0 == nil })
    }

    @Test func setWithoutScoresHasOnlyErrors() {
        let missed = [Emotion.fear, .anger].map { Judgement(truth: $0, outcome: .notDetected) }
        let figures = EvaluationSet(missed).figures()
        #expect(figures[.accuracy] == 0)
        #expect(figures[.macroRecall] == 0)
        #expect(figures[.macroF1] == 0)
        #expect(figures[.meanAreaUnderCurve] == 0)
        #expect(figures[.expectedCalibrationError] == 1)
        #expect(figures[.classwiseCalibrationError] == 1)
        #expect(figures[.precision, .fear] == nil)
        #expect(figures[.recall, .neutral] == nil)
    }
}
