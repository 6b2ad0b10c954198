import FacialFunWire

/// Judgments prepared for figures: sorted and binned once, which makes a bootstrap over the same
/// faces fast.
package struct EvaluationSet: Sendable {
    /// False-accept rate at which the true-accept rate is reported.
    package static let falseAcceptRate = 0.05

    /// Judgments in their original order.
    package let judgements: [Judgement]
    private let curves: [VerificationCurve]

    /// Prepares the judgments; their order does not affect the figures.
    package init(_ judgements: [Judgement]) {
        self.judgements = judgements
        curves = Emotion.allCases.map { VerificationCurve(target: $0, judgements: judgements) }
    }

    /// The figures of the set.
    ///
    /// Faces without scores count as wrong in all of them.
    package func figures() -> MetricTable<Double?> {
        figures(weights: Array(repeating: 1, count: judgements.count))
    }

    /// Figures with each judgment weighted.
    func figures(weights: [Int32]) -> MetricTable<Double?> {
        precondition(weights.count == judgements.count, "expected one weight per judgment")
        let matrix = confusionMatrix(weights: weights)
        let verification = curves.map {
            $0.figures(weights: weights, falseAcceptRate: Self.falseAcceptRate)
        }
        let reliability = reliability(weights: weights)
        let classwise = Emotion.allCases.map { emotion in
            self.reliability(of: emotion, weights: weights).calibrationError
        }
        return MetricTable(
            summary: { figure in
                switch figure {
                case .accuracy: matrix.accuracy
                case .macroRecall: matrix.macroRecall
                case .macroF1: matrix.macroF1
                case .meanAreaUnderCurve: meanOfDefined(verification.map(\.area))
                case .meanTrueAcceptRate: meanOfDefined(verification.map(\.trueAcceptRate))
                case .expectedCalibrationError: reliability.calibrationError
                // Either all eight emotions have a value or, without faces, none of them has.
                case .classwiseCalibrationError: meanOfDefined(classwise)
                }
            },
            emotions: { figure, emotion in
                switch figure {
                case .recall: matrix.recall(of: emotion)
                case .precision: matrix.precision(of: emotion)
                case .f1: matrix.f1(of: emotion)
                case .areaUnderCurve: verification[emotion.index].area
                case .trueAcceptRate: verification[emotion.index].trueAcceptRate
                case .calibrationError: classwise[emotion.index]
                }
            })
    }

    /// The confusion matrix.
    package func confusionMatrix() -> ConfusionMatrix {
        confusionMatrix(weights: Array(repeating: 1, count: judgements.count))
    }

    /// The bins of the highest scores: how often the predicted emotion was the true one.
    package func reliability() -> ReliabilityBins {
        reliability(weights: Array(repeating: 1, count: judgements.count))
    }

    private func confusionMatrix(weights: [Int32]) -> ConfusionMatrix {
        var matrix = ConfusionMatrix()
        for (judgement, weight) in zip(judgements, weights) {
            matrix.add(
                truth: judgement.truth, predicted: judgement.scores?.top, count: Int(weight))
        }
        return matrix
    }

    private func reliability(weights: [Int32]) -> ReliabilityBins {
        var bins = ReliabilityBins()
        for (judgement, weight) in zip(judgements, weights) {
            if let scores = judgement.scores {
                bins.add(
                    score: Double(scores[scores.top]), hit: scores.top == judgement.truth,
                    count: Int(weight))
            } else {
                bins.addWithoutScore(count: Int(weight))
            }
        }
        return bins
    }

    private func reliability(of emotion: Emotion, weights: [Int32]) -> ReliabilityBins {
        var bins = ReliabilityBins()
        for (judgement, weight) in zip(judgements, weights) {
            if let scores = judgement.scores {
                bins.add(
                    score: Double(scores[emotion]), hit: judgement.truth == emotion,
                    count: Int(weight))
            } else {
                bins.addWithoutScore(count: Int(weight))
            }
        }
        return bins
    }
}
