public import Emotions

/// What one picture or frame shows of the one face that is to be judged.
public enum Observation: Hashable, Sendable {
    /// A face that can be judged.
    ///
    /// - Parameters:
    ///   - scores: The eight scores, as the network gives them at the operating point that judges.
    ///   - features: What the face does; nil where that was not measured.
    ///   - movements: How strongly it makes each movement; nil where that was not measured.
    case face(
        scores: EmotionScores, features: GeometricFeatures?, movements: FaceMovements? = nil)
    /// None that can be judged, and why.
    case cannotJudge(CannotJudgeReason)
}

extension Observation {
    /// What an image shows, as the report of the recogniser says it.
    ///
    /// Somebody was asked for an expression: the scores are those at
    /// ``Emotions/OperatingPoint/prompted``, or the only ones of a network that has no such point.
    public init(_ judgement: ImageJudgement) {
        switch judgement {
        case .face(let face):
            self = .face(
                scores: face.promptedScores ?? face.scores, features: face.features,
                movements: face.movements)
        case .cannotJudge(let reason): self = .cannotJudge(reason)
        }
    }
}
