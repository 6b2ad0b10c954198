import Emotions
import FaceGeometry

/// A limit beyond which a face is not judged; its name is its key in `judgeability.json`.
///
/// A face at the limit is judged. A measure that is no number is beyond every limit; one that is not
/// there, such as the pose of a face without a mesh, is beyond none.
public enum JudgeabilityLimit: String, CaseIterable, Codable, Sendable {
    /// The least ``Emotions/FaceQuality/contrast``: below it a face is too dark or, where the mean
    /// luma is above a half, too bright.
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
        case .mostPitch: quality.pitch?.magnitude
        case .mostRoll: quality.roll?.magnitude
        case .leastSharpness: quality.sharpness
        case .mostMouthHidden: quality.mouthHidden
        case .mostEyesHidden: quality.eyesHidden
        case .leastConfidence: face.confidence
        case .leastMeshPresence: quality.meshPresence
        case .leastTopScore: Double(face.scores[face.top])
        }
    }

    /// Why a face beyond the limit is not judged.
    func reason(for face: FaceReport) -> CannotJudgeReason {
        switch self {
        case .leastContrast: face.quality.meanLuma > 0.5 ? .tooBright : .tooDark
        case .mostDarkShare: .tooDark
        case .mostBrightShare: .tooBright
        case .leastBoxWidth: .tooSmall
        case .leastVisibleShare: .cutOff
        case .mostYaw, .mostPitch, .mostRoll: .turnedAway
        case .leastSharpness: .blurred
        case .mostMouthHidden: .mouthCovered
        case .mostEyesHidden: .eyesCovered
        case .leastConfidence, .leastMeshPresence, .leastTopScore: .lowConfidence
        }
    }
}
