import FacialFunWire

/// A frame that may become part of a baseline.
struct BaselineFace: Hashable, Sendable {
    /// Minimum score of happiness for a smiling face.
    static let smileScore = 0.5
    /// A face counts as still up to this standard deviation of its log-odds.
    static let stillSpread = 1.0
    /// Minimum score of an emotion that counts in the stillness check.
    ///
    /// Log-odds of lower scores are unstable.
    static let visibleScore = 0.05

    /// The eight scores at the operating point of the verdict.
    let scores: EmotionScores
    /// The scores at the operating point `photograph`, which baselines are made from.
    let photograph: EmotionScores
    /// Geometric features, if measured.
    let features: GeometricFeatures?
    /// Movements, if measured.
    var movements: FaceMovements?

    /// Whether no face smiles.
    ///
    /// Other emotions are not checked: the network often scores resting faces as sad, angry,
    /// contemptuous or surprised, which a baseline corrects.
    static func areAtRest(_ faces: [BaselineFace]) -> Bool {
        Median.of(faces.map { Double($0.scores[.happiness]) }) < smileScore
    }

    /// Whether the scores hardly change from face to face.
    static func areStill(_ faces: [BaselineFace]) -> Bool {
        Emotion.allCases.allSatisfy { emotion in
            let scores = faces.map { Double($0.scores[emotion]) }
            return Median.of(scores) < visibleScore
                || Median.spread(of: scores.map(LogOdds.of)) <= stillSpread
        }
    }
}
