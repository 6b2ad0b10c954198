import FacialFunWire

/// A frame that may become part of a baseline.
struct BaselineFace: Hashable, Sendable {
    /// A face with at least this score of happiness is smiling.
    static let smileScore = 0.5
    /// A face is still up to this standard deviation of its log-odds.
    static let stillSpread = 1.0
    /// Minimum score of emotions in the stillness check: log-odds of lower scores are unstable.
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
    /// The network often scores resting faces as sad, angry, contemptuous or surprised, which a
    /// baseline corrects, but not as happy.
    static func areAtRest(_ faces: [BaselineFace]) -> Bool {
        Median.of(faces.map { Double($0.scores[.happiness]) }) < smileScore
    }

    /// Whether the scores stay about the same.
    static func areStill(_ faces: [BaselineFace]) -> Bool {
        Emotion.allCases.allSatisfy { emotion in
            let scores = faces.map { Double($0.scores[emotion]) }
            return Median.of(scores) < visibleScore
                || Median.spread(of: scores.map(LogOdds.of)) <= stillSpread
        }
    }
}
