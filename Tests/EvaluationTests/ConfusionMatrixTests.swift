import FacialFunWire
import Testing

@testable import Evaluation

struct ConfusionMatrixTests {
    @Test func rowsIncludeEveryFaceOfALabel() {
        var matrix = ConfusionMatrix()
        matrix.add(truth: .fear, predicted: .surprise, count: 3)
        matrix.add(truth: .fear, predicted: .fear)
        matrix.add(truth: .fear, predicted: nil, count: 2)
        matrix.add(truth: .surprise, predicted: .surprise)
        #expect(matrix.faces(of: .fear) == 6)
        #expect(matrix.predictions(of: .surprise) == 4)
        #expect(matrix[truth: .fear, predicted: nil] == 2)
        #expect(matrix.withoutScores == 2)
        #expect(matrix.total == 7)
    }

    @Test func facesWithoutScoresCountAsWrong() {
        var matrix = ConfusionMatrix()
        matrix.add(truth: .anger, predicted: .anger)
        matrix.add(truth: .anger, predicted: nil, count: 3)
        #expect(matrix.accuracy == 0.25)
        #expect(matrix.recall(of: .anger) == 0.25)
        #expect(matrix.precision(of: .anger) == 1)
        #expect(agree(matrix.f1(of: .anger), 0.4))
    }

    @Test func emotionWithoutFacesHasNoRecallAndDoesNotAffectMeans() {
        var matrix = ConfusionMatrix()
        matrix.add(truth: .neutral, predicted: .neutral)
        matrix.add(truth: .neutral, predicted: .contempt)
        #expect(matrix.recall(of: .contempt) == nil)
        #expect(matrix.f1(of: .contempt) == nil)
        #expect(matrix.precision(of: .contempt) == 0)
        #expect(matrix.macroRecall == 0.5)
        #expect(agree(matrix.macroF1, 2.0 / 3))
    }

    @Test func emotionNeverPredictedHasZeroF1AndNoPrecision() {
        var matrix = ConfusionMatrix()
        matrix.add(truth: .disgust, predicted: .anger)
        #expect(matrix.precision(of: .disgust) == nil)
        #expect(matrix.f1(of: .disgust) == 0)
        #expect(matrix.macroF1 == 0)
    }
}
