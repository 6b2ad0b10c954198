package import FacialFunWire

/// What one picture or frame shows of the one face that is to be judged.
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
    /// Who is asked for an expression looks at the camera: a head that is turned further than this to
    /// either side is `turned_away`, in degrees.
    ///
    /// Stricter than the recognizer's own limit, which is for photographs as they come. By the
    /// mesh's yaw no frontal head of 6,600 renders is turned by more than 24°; of heads turned by
    /// 30° it refuses none of seven, by 40° and more all (`training/measure/GATE.md`).
    package static let maxYaw = 35.0

    /// Who is asked for an expression can take away what is before it: a mouth or eyes that are
    /// hidden with a higher probability than this are `mouth_covered` or `eyes_covered`.
    ///
    /// Stricter than the recognizer's own limits, which let people in photographs keep their hands
    /// where they are. Of 8,523 rendered people with nothing before the face and 495 posed faces none
    /// is above 0.6 (`training/measure/GATE.md`).
    package static let maxHidden = 0.8

    /// Who is asked for an expression moves to the middle: a face of which less than ``wholeShare``
    /// seems to lie within the picture, and that the detector believes in less than this, is `cut_off`.
    ///
    /// Stricter than the recognizer's own limit of 0.6: the box of a face that is mostly outside
    /// shrinks to what is visible, and of a half with one eye the detector says up to 0.70. No
    /// rendered or posed face reaches over the border so (`training/measure/GATE.md`).
    package static let minConfidenceAtBorder = 0.75
    /// From this share of a face on it counts as within the picture.
    private static let wholeShare = 0.95

    /// What an image shows, as the report of the recognizer says it.
    ///
    /// Somebody was asked for an expression: the scores are those at
    /// ``Emotions/OperatingPoint/prompted``, or the only ones of a network that has no such point, a
    /// head may be turned by ``maxYaw`` at most, its half may not lie outside the picture
    /// (``minConfidenceAtBorder``), and nothing may hide mouth or eyes (``maxHidden``).
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

    /// Why a face that the recognizer judges is not good enough for who was asked for it; nil where
    /// it is.
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
