package import FacialFunWire

/// A figure without a value is nil, never NaN and never silently 0 or 1.
extension ConfusionMatrix {
    /// Fraction of correct predictions; nil without faces.
    package var accuracy: Double? {
        ratio(Emotion.allCases.reduce(0) { $0 + self[truth: $1, predicted: $1] }, total)
    }

    /// Fraction of the faces with this label that were predicted so: TP / (TP + FN); nil if no face
    /// has this label.
    package func recall(of emotion: Emotion) -> Double? {
        ratio(self[truth: emotion, predicted: emotion], faces(of: emotion))
    }

    /// Fraction of the faces predicted so that have this label: TP / (TP + FP); nil if no face was
    /// predicted so.
    package func precision(of emotion: Emotion) -> Double? {
        ratio(self[truth: emotion, predicted: emotion], predictions(of: emotion))
    }

    /// The harmonic mean of precision and recall, 2·TP / (2·TP + FP + FN); 0 if faces have this
    /// label and none was predicted so; nil if no face has this label.
    package func f1(of emotion: Emotion) -> Double? {
        guard faces(of: emotion) > 0 else { return nil }
        return ratio(
            2 * self[truth: emotion, predicted: emotion],
            faces(of: emotion) + predictions(of: emotion))
    }

    /// The mean recall over the emotions among the labels; nil without faces.
    package var macroRecall: Double? { meanOfDefined(Emotion.allCases.map(recall(of:))) }

    /// The mean F1 over the emotions among the labels; nil without faces.
    ///
    /// An emotion that is not among the labels but is predicted by mistake lowers the recall of the
    /// true emotions; it has no F1 of its own.
    package var macroF1: Double? { meanOfDefined(Emotion.allCases.map(f1(of:))) }
}

/// The quotient of two counts; nil if the divisor is 0.
func ratio(_ dividend: Int, _ divisor: Int) -> Double? {
    divisor == 0 ? nil : Double(dividend) / Double(divisor)
}

/// The mean of the defined figures; nil if none is defined.
///
/// Only for figures that are undefined because the set has no face of an emotion. The caller
/// documents that the mean is over the emotions among the labels.
func meanOfDefined(_ figures: [Double?]) -> Double? {
    let defined = figures.compactMap(\.self)
    return defined.isEmpty ? nil : defined.reduce(0, +) / Double(defined.count)
}
