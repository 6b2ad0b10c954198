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
    /// Who is asked for an expression looks at the camera: a head that is turned further than this to
    /// either side is `turned_away`, in degrees.
    ///
    /// Stricter than the recognizer's own limit, which is for photographs as they come. By the
    /// mesh's yaw no frontal head of 6,600 renders is turned by more than 24°; of heads turned by
    /// 30° it refuses none of seven, by 40° and more all (`training/measure/GATE.md`).
    public static let maxYaw = 35.0

    /// What an image shows, as the report of the recognizer says it.
    ///
    /// Somebody was asked for an expression: the scores are those at
    /// ``Emotions/OperatingPoint/prompted``, or the only ones of a network that has no such point, and a
    /// head may be turned by ``maxYaw`` at most.
    public init(_ judgement: ImageJudgement) {
        switch judgement {
        case .face(let face) where face.quality.yaw.map { $0.magnitude > Self.maxYaw } ?? false:
            self = .cannotJudge(.turnedAway)
        case .face(let face):
            self = .face(
                scores: face.promptedScores ?? face.scores, features: face.features,
                movements: face.movements)
        case .cannotJudge(let reason): self = .cannotJudge(reason)
        }
    }
}
