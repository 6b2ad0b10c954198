import FacialFunWire

/// A frame that may become part of a baseline.
struct BaselineFace: Hashable, Sendable {
    /// From this score of happiness on a face is taken to smile.
    static let smileScore = 0.5
    /// Up to this standard deviation of log-odds a face is still.
    static let stillSpread = 1.0
    /// Minimum score of emotions in the stillness check: log-odds of lower scores are unstable.
    static let visibleScore = 0.05

    /// The eight scores, as the network gives them at the operating point that judges.
    let scores: EmotionScores
    /// The same at the operating point `photograph`: what the baseline is made of.
    let photograph: EmotionScores
    /// Geometric features, if measured.
    let features: GeometricFeatures?
    /// Movements, if measured.
    var movements: FaceMovements?

    /// Whether no smile is seen.
    ///
    /// The network takes resting faces for sad, angry, contemptuous or surprised, which is what a
    /// baseline is for, but not for happy ones.
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
