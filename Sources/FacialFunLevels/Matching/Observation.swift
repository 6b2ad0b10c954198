public import Emotions

/// What one picture or frame shows of the one face that is to be judged.
public enum Observation: Hashable, Sendable {
    /// A face that can be judged.
    ///
    /// - Parameters:
    ///   - scores: The eight scores, as the network gives them.
    ///   - features: What the face does; nil where that was not measured.
    case face(scores: EmotionScores, features: GeometricFeatures?)
    /// None that can be judged, and why.
    case cannotJudge(CannotJudgeReason)
}

extension Observation {
    /// What an image shows, as the report of the recogniser says it.
    public init(_ judgement: ImageJudgement) {
        switch judgement {
        case .face(let face): self = .face(scores: face.scores, features: face.features)
        case .cannotJudge(let reason): self = .cannotJudge(reason)
        }
    }
}
