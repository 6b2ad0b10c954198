package import FacialFunWire

/// An observation prepared for one target: the scores as measured, or adjusted by the person's own
/// neutral face.
///
/// Readings are judged, recorded and replayed. They do not contain the neutral face.
package struct Reading: Hashable, Sendable {
    /// Geometric features of the face.
    package enum Features: Hashable, Sendable {
        /// The features as measured.
        case absolute(GeometricFeatures)
        /// The change of the features from the person's own neutral face.
        case change(GeometricFeatures)
    }

    /// Movements of the face.
    package enum Movements: Hashable, Sendable {
        /// The strengths as measured.
        case absolute(FaceMovements)
        /// The change of the strengths from the person's own neutral face, in the order of
        /// `FaceMovement.allCases`.
        case change([Double])
    }

    /// The eight scores, adjusted by a baseline if there is one; 0 for emotions that are not
    /// offered.
    package var scores: EmotionScores
    /// Whether the scores are adjusted by the person's own neutral face.
    package var isBaselineAdjusted: Bool
    /// Increase of the target's score from the person's own neutral face.
    ///
    /// The unit is the required increase. Nil without a baseline, and for the target neutral, which
    /// requires no change.
    package var changeShare: Double?
    /// Geometric features; nil if not measured.
    package var features: Features?
    /// Movements; nil if not measured.
    package var movements: Movements?

    /// Creates a reading from its parts.
    package init(
        scores: EmotionScores, isBaselineAdjusted: Bool = false, changeShare: Double? = nil,
        features: Features? = nil, movements: Movements? = nil
    ) {
        self.scores = scores
        self.isBaselineAdjusted = isBaselineAdjusted
        self.changeShare = changeShare
        self.features = features
        self.movements = movements
    }

    /// Prepares the observation of a face.
    ///
    /// - Parameters:
    ///   - scores: The eight scores at the operating point of the verdict.
    ///   - photograph: The scores at the operating point `photograph`, which are used with a
    ///     baseline; nil to use `scores`.
    ///   - features: The face's features, if measured.
    ///   - movements: The strength of each movement, if measured.
    ///   - target: The target emotion.
    ///   - baseline: The person's own neutral face, if known.
    ///   - withheld: The emotions that count only as targets; see ``LevelsFile/withheld``.
    package init(
        scores: EmotionScores, photograph: EmotionScores? = nil, features: GeometricFeatures?,
        movements: FaceMovements? = nil, target: Emotion, baseline: Baseline?,
        withheld: [Emotion]
    ) {
        let left = withheld.filter { $0 != target }
        guard let baseline else {
            self.init(
                scores: scores.without(left), features: features.map { .absolute($0) },
                movements: movements.map { .absolute($0) })
            return
        }
        let kept = features.map { features in
            baseline.change(of: features).map { Features.change($0) } ?? .absolute(features)
        }
        let moved = movements.map { movements in
            baseline.change(of: movements).map { Movements.change($0) } ?? .absolute(movements)
        }
        let photograph = photograph ?? scores
        self.init(
            scores: baseline.shifted(photograph).without(left),
            isBaselineAdjusted: true,
            changeShare: target == .neutral
                ? nil : baseline.changeShare(of: target, in: photograph, without: left),
            features: kept, movements: moved)
    }
}
