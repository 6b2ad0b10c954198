package import FacialFunWire

/// An observation as it counts for one target: the scores as they are, or in the light of the
/// person's own neutral face.
///
/// What is judged, recorded and replayed are readings: they hold nothing of the neutral face itself.
package struct Reading: Hashable, Sendable {
    /// Geometric features of the face.
    package enum Features: Hashable, Sendable {
        /// The features as they are measured.
        case absolute(GeometricFeatures)
        /// The features less those of the person's own neutral face.
        case change(GeometricFeatures)
    }

    /// Movements of the face.
    package enum Movements: Hashable, Sendable {
        /// The strengths as they are measured.
        case absolute(FaceMovements)
        /// The strengths less those of the person's own neutral face, in the order of
        /// `FaceMovement.allCases`.
        case change([Double])
    }

    /// The eight scores, shifted where there is a baseline, and 0 for what is not on offer.
    package var scores: EmotionScores
    /// Whether they were seen in the light of the person's own neutral face.
    package var isBaselineAdjusted: Bool
    /// Increase of the target's score from the person's own neutral face.
    ///
    /// The unit is the rise that counts as a change: from 1 on it does. Nil without a baseline, and
    /// for the target neutral, which asks for no change.
    package var changeShare: Double?
    /// Geometric features; nil if not measured.
    package var features: Features?
    /// Movements; nil if not measured.
    package var movements: Movements?

    /// Takes the parts as they are.
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

    /// Reads a face.
    ///
    /// - Parameters:
    ///   - scores: The eight scores, as the network gives them at the operating point that judges.
    ///   - photograph: The same at the operating point `photograph`, which count where there is a
    ///     baseline; nil for `scores`.
    ///   - features: What the face does, where that was measured.
    ///   - movements: How strongly it makes each movement, where that was measured.
    ///   - target: The target emotion.
    ///   - baseline: The person's own neutral face, where there is one.
    ///   - withheld: The emotions that count only as targets: ``LevelsFile/withheld``.
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
