package import FacialFunWire

/// Observation of the judged face in a picture or frame.
package enum Observation: Hashable, Sendable {
    /// A face that can be judged.
    ///
    /// - Parameters:
    ///   - scores: The eight scores at the operating point of the verdict.
    ///   - photograph: The scores at the operating point `photograph`, which are used with a
    ///     baseline; nil if the network has only one operating point.
    ///   - features: The face's features; nil if not measured.
    ///   - movements: The strength of each movement; nil if not measured.
    case face(
        scores: EmotionScores, photograph: EmotionScores? = nil, features: GeometricFeatures?,
        movements: FaceMovements? = nil)
    /// No face can be judged, for this reason.
    case cannotJudge(CannotJudgeReason)
}

extension Observation {
    /// Maximum rotation to either side, in degrees, for requested expressions; beyond it the face
    /// is `turned_away`.
    ///
    /// Stricter than the recognizer's own limit, which is for arbitrary photographs. In 6,600
    /// renders of frontal heads the mesh measures a yaw of at most 24°. The limit rejects none of
    /// seven heads turned by 30°, and all of those turned by 40° or more
    /// (`training/measure/GATE.md`).
    package static let maxYaw = Contract.shared.maxYaw

    /// Maximum probability of a hidden mouth or hidden eyes for requested expressions; beyond it
    /// the face is `mouth_covered` or `eyes_covered`.
    ///
    /// Stricter than the recognizer's own limits, which tolerate hands near the face in
    /// photographs. None of 8,523 rendered people with uncovered faces and 495 posed faces is above
    /// 0.6 (`training/measure/GATE.md`).
    package static let maxHidden = Contract.shared.maxHidden

    /// Minimum confidence for requested expressions of a face with less than ``wholeShare`` inside
    /// the picture; below it the face is `cut_off`.
    ///
    /// Stricter than the recognizer's own limit of 0.6: the box of a face that is mostly outside
    /// shrinks to its visible part, and the detector's confidence in half a face with one eye
    /// reaches 0.70. No rendered or posed face crosses the border like this
    /// (`training/measure/GATE.md`).
    package static let minConfidenceAtBorder = 0.75
    /// A face with at least this share inside the picture counts as whole.
    private static let wholeShare = 0.95

    /// The observation of the single face to judge in a picture.
    ///
    /// For a requested expression: the scores are those at ``Emotions/OperatingPoint/prompted``, or
    /// the only ones of a network without that point. The head may be rotated by at most
    /// ``maxYaw``, at most half the face may be outside the picture (``minConfidenceAtBorder``),
    /// and mouth and eyes must be visible (``maxHidden``).
    package init(of faces: [FaceReport]) {
        switch faces.judged {
        case .success(let face):
            if let reason = Self.refusal(of: face) {
                self = .cannotJudge(reason)
            } else {
                self = .face(
                    scores: face.promptedScores ?? face.scores, photograph: face.scores,
                    features: face.features, movements: face.movements)
            }
        case .failure(let reason): self = .cannotJudge(reason)
        }
    }

    /// Additional reason to reject a judgeable face for a requested expression; nil if there is
    /// none.
    ///
    /// The head's rotation comes first: a profile hides half the mouth, and turning back reveals
    /// it.
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
