package import FacialFunWire

/// A figure of a whole set.
package enum SummaryMetric: String, CaseIterable, Sendable {
    /// Fraction of correct predictions.
    case accuracy
    /// The mean recall over the emotions among the labels.
    case macroRecall
    /// The mean F1 over the emotions among the labels.
    case macroF1
    /// Mean area under the curve of target verification, over the emotions with such a curve.
    case meanAreaUnderCurve
    /// Mean true-accept rate at 5 % false accepts, over the emotions with such a rate.
    case meanTrueAcceptRate
    /// The calibration error of the highest score.
    case expectedCalibrationError
    /// The mean of the calibration errors of the eight emotions' scores (Kull et al., "Beyond
    /// temperature scaling", 2019).
    case classwiseCalibrationError
}

/// A figure of one emotion in a set.
package enum EmotionMetric: String, CaseIterable, Sendable {
    /// Fraction of the faces with this label that were predicted so.
    case recall
    /// Fraction of the faces predicted so that have this label.
    case precision
    /// The harmonic mean of precision and recall.
    case f1
    /// The probability that a face with this label has a higher score for it than another face.
    case areaUnderCurve
    /// Fraction of the faces with this label that is accepted at 5 % false accepts.
    case trueAcceptRate
    /// The calibration error of this emotion's score.
    case calibrationError
}

/// A value for each figure of a set and for each figure of each emotion.
package struct MetricTable<Value> {
    private static var emotionFigures: Int { EmotionMetric.allCases.count }

    /// The summary figures, then the emotions' figures, emotion by emotion.
    private(set) var values: [Value]

    init(values: [Value]) {
        precondition(
            values.count == SummaryMetric.allCases.count
                + Emotion.allCases.count * Self.emotionFigures,
            "expected one value per figure")
        self.values = values
    }

    /// Creates a table from a function for each kind of figure.
    init(
        summary: (SummaryMetric) -> Value, emotions: (EmotionMetric, Emotion) -> Value
    ) {
        self.init(
            values: SummaryMetric.allCases.map(summary)
                + Emotion.allCases.flatMap { emotion in
                    EmotionMetric.allCases.map { emotions($0, emotion) }
                })
    }

    /// The value of a figure of the set.
    package subscript(figure: SummaryMetric) -> Value {
        values[Self.position(of: figure)]
    }

    /// The value of a figure of an emotion.
    package subscript(figure: EmotionMetric, emotion: Emotion) -> Value {
        values[Self.position(of: figure, emotion)]
    }

    private static func position(of figure: SummaryMetric) -> Int {
        SummaryMetric.allCases.firstIndex(of: figure) ?? 0
    }

    private static func position(of figure: EmotionMetric, _ emotion: Emotion) -> Int {
        SummaryMetric.allCases.count + emotion.index * emotionFigures
            + (EmotionMetric.allCases.firstIndex(of: figure) ?? 0)
    }
}

extension MetricTable: Sendable where Value: Sendable {}
extension MetricTable: Equatable where Value: Equatable {}
