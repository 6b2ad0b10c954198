package import FacialFunWire

/// Observation of the judged face in a picture or frame.
package enum Observation: Hashable, Sendable {
    /// A face that can be judged.
    ///
    /// - Parameters:
    ///   - scores: The eight scores, as the network gives them at the operating point that judges.
    ///   - photograph: The same at the operating point `photograph`, by which a face is judged in the
    ///     light of a baseline; nil where the network has one operating point only.
    ///   - features: What the face does; nil where that was not measured.
    ///   - movements: How strongly it makes each movement; nil where that was not measured.
    case face(
        scores: EmotionScores, photograph: EmotionScores? = nil, features: GeometricFeatures?,
        movements: FaceMovements? = nil)
    /// None that can be judged, and why.
    case cannotJudge(CannotJudgeReason)
}

extension Observation {
    /// Maximum rotation to either side, in degrees, for requested expressions; beyond it the face
    /// is `turned_away`.
    ///
    /// Stricter than the recognizer's own limit, which is for photographs as they come. By the
    /// mesh's yaw no frontal head of 6,600 renders is turned by more than 24°; of heads turned by
    /// 30° it refuses none of seven, by 40° and more all (`training/measure/GATE.md`).
    package static let maxYaw = 35.0

    /// Maximum probability of a hidden mouth or hidden eyes for requested expressions; beyond it
    /// the face is `mouth_covered` or `eyes_covered`.
    ///
    /// Stricter than the recognizer's own limits, which let people in photographs keep their hands
    /// where they are. Of 8,523 rendered people with nothing before the face and 495 posed faces none
    /// is above 0.6 (`training/measure/GATE.md`).
    package static let maxHidden = 0.8

    /// Minimum confidence for requested expressions of a face with less than ``wholeShare`` inside
    /// the picture; below it the face is `cut_off`.
    ///
    /// Stricter than the recognizer's own limit of 0.6: the box of a face that is mostly outside
    /// shrinks to what is visible, and of a half with one eye the detector says up to 0.70. No
    /// rendered or posed face reaches over the border so (`training/measure/GATE.md`).
    package static let minConfidenceAtBorder = 0.75
    /// From this share of a face on it counts as within the picture.
    private static let wholeShare = 0.95

    /// The observation in an image report.
    ///
    /// For a requested expression: the scores are those at ``Emotions/OperatingPoint/prompted``, or
    /// the only ones of a network without that point. The head may be rotated by at most
    /// ``maxYaw``, at most half the face may be outside the picture (``minConfidenceAtBorder``),
    /// and mouth and eyes must be visible (``maxHidden``).
    package init(_ judgement: ImageJudgement) {
        switch judgement {
        case .face(let face):
            if let reason = Self.refusal(of: face) {
                self = .cannotJudge(reason)
            } else {
                self = .face(
                    scores: face.promptedScores ?? face.scores, photograph: face.scores,
                    features: face.features, movements: face.movements)
            }
        case .cannotJudge(let reason): self = .cannotJudge(reason)
        }
    }

    /// Additional reason to reject a judgeable face for a requested expression; nil if there is
    /// none.
    ///
    /// The head first: of a profile half the mouth is hidden, and turning back shows it.
    private static func refusal(of face: FaceReport) -> CannotJudgeReason? {
        let quality = face.quality
        if let yaw = quality.yaw, yaw.magnitude > maxYaw { return .turnedAway }
        if quality.visibleShare < wholeShare, face.confidence < minConfidenceAtBorder {
            return .cutOff
        }
        if quality.mouthHidden > maxHidden { return .mouthCovered }
        if quality.eyesHidden > maxHidden { return .eyesCovered }
        return nil
    }
}
