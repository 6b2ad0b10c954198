import Emotions
import FaceGeometry

/// A limit beyond which a face is not judged; its name is its key in `judgeability.json`.
///
/// A face at the limit is judged. A measure that is no number is beyond every limit; one that is not
/// there, such as the pose of a face without a mesh, is beyond none.
public enum JudgeabilityLimit: String, CaseIterable, Codable, Sendable {
    /// The least ``Emotions/FaceQuality/contrast``: below it a face is too dark or too bright where it
    /// is dark or has nearly white pixels; else it is washed out, and the picture is not clear.
    case leastContrast
    /// The greatest share of nearly black pixels.
    case mostDarkShare
    /// The greatest share of nearly white pixels.
    case mostBrightShare
    /// The least width of the detector's box, in pixels of the image.
    case leastBoxWidth
    /// The least share of the face that lies within the image.
    case leastVisibleShare
    /// The greatest yaw to either side, in degrees.
    case mostYaw
    /// The least distance between the detector's eyes, over the width of its box, of a face that the
    /// mesh sees turned by ``sureYaw`` or more, or does not see at all: of a profile the mesh says no
    /// more than some fifty degrees, while its eyes come together.
    case leastEyeSpan
    /// The greatest pitch up or down, in degrees.
    case mostPitch
    /// The greatest roll to either side, in degrees.
    case mostRoll
    /// The least sharpness.
    case leastSharpness
    /// The greatest probability that the mouth is hidden.
    case mostMouthHidden
    /// The greatest probability that the eyes are hidden.
    case mostEyesHidden
    /// The least confidence of the detector.
    case leastConfidence
    /// The least confidence of the detector in a face of which less than ``wholeShare`` seems to lie
    /// within the picture: the box of a face that is mostly outside shrinks to what is visible, so
    /// that little seems to be missing, but the detector doubts it.
    case leastConfidenceAtBorder
    /// The least presence of the face mesh.
    case leastMeshPresence
    /// The least of the highest score.
    case leastTopScore

    /// What a file may say.
    public var range: ClosedRange<Double> {
        switch self {
        case .leastBoxWidth: 0...10_000
        case .mostYaw, .mostRoll: 0...180
        case .mostPitch: 0...90
        default: 0...1
        }
    }

    /// Below it the mesh's yaw can be trusted, in degrees.
    static let sureYaw = 40.0
    /// See ``leastConfidenceAtBorder``.
    static let wholeShare = 0.95
    /// Below this mean luma a face without contrast is dark.
    private static let darkLuma = 0.25
    /// From this share of nearly white pixels on a face without contrast is too bright.
    private static let whiteShare = 0.05

    /// What a file that does not name the limit means: it refuses nobody.
    ///
    /// Nil where the file must name it.
    var unlessNamed: Double? {
        switch self {
        case .leastEyeSpan, .leastConfidenceAtBorder: 0
        default: nil
        }
    }

    /// Whether less than the limit is refused, not more.
    var isLeast: Bool { rawValue.hasPrefix("least") }

    /// What is measured of a face.
    func measure(of face: FaceReport) -> Double? {
        let quality = face.quality
        return switch self {
        case .leastContrast: quality.contrast
        case .mostDarkShare: quality.darkShare
        case .mostBrightShare: quality.brightShare
        case .leastBoxWidth: face.box.width
        case .leastVisibleShare: quality.visibleShare
        case .mostYaw: quality.yaw?.magnitude
        case .leastEyeSpan:
            (quality.yaw?.magnitude ?? .infinity) < Self.sureYaw ? nil : face.eyeSpan
        case .mostPitch: quality.pitch?.magnitude
        case .mostRoll: quality.roll?.magnitude
        case .leastSharpness: quality.sharpness
        case .mostMouthHidden: quality.mouthHidden
        case .mostEyesHidden: quality.eyesHidden
        case .leastConfidence: face.confidence
        case .leastConfidenceAtBorder:
            quality.visibleShare < Self.wholeShare ? face.confidence : nil
        case .leastMeshPresence: quality.meshPresence
        case .leastTopScore: Double(face.scores[face.top])
        }
    }

    /// Why a face beyond the limit is not judged.
    func reason(for face: FaceReport) -> CannotJudgeReason {
        switch self {
        case .leastContrast:
            if face.quality.meanLuma <= Self.darkLuma {
                .tooDark
            } else if face.quality.brightShare >= Self.whiteShare {
                .tooBright
            } else {
                .blurred
            }
        case .mostDarkShare: .tooDark
        case .mostBrightShare: .tooBright
        case .leastBoxWidth: .tooSmall
        case .leastVisibleShare, .leastConfidenceAtBorder: .cutOff
        case .mostYaw, .leastEyeSpan, .mostPitch, .mostRoll: .turnedAway
        case .leastSharpness: .blurred
        case .mostMouthHidden: .mouthCovered
        case .mostEyesHidden: .eyesCovered
        case .leastConfidence, .leastMeshPresence, .leastTopScore: .lowConfidence
        }
    }
}

extension FaceReport {
    /// The distance between the detector's eyes over the width of its box.
    fileprivate var eyeSpan: Double {
        let (right, left) = (keypoints.rightEye, keypoints.leftEye)
        let (x, y) = (left.x - right.x, left.y - right.y)
        return (x * x + y * y).squareRoot() / box.width
    }
}
