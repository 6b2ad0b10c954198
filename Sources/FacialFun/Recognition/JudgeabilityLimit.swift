import FacialFunWire

/// A limit beyond which a face is not judged; its name is its key in `judgeability.json`.
///
/// A face at the limit is judged. NaN is beyond every limit; a missing measure, such as the pose of
/// a face without a mesh, is beyond none.
package enum JudgeabilityLimit: String, CaseIterable, Codable, Sendable {
    /// The minimum ``Emotions/FaceQuality/contrast``. Below it, a face with a low mean is too dark,
    /// one with nearly white pixels is too bright, and any other picture is unclear because it is
    /// washed out.
    case minContrast = "leastContrast"
    /// The maximum share of nearly black pixels.
    case maxDarkShare = "mostDarkShare"
    /// The maximum share of nearly white pixels.
    case maxBrightShare = "mostBrightShare"
    /// The minimum width of the detector's box, in pixels of the image.
    case minBoxWidth = "leastBoxWidth"
    /// The minimum share of the face that lies within the image.
    case minVisibleShare = "leastVisibleShare"
    /// The maximum yaw to either side, in degrees.
    case maxYaw = "mostYaw"
    /// The minimum distance between the detector's eyes, as a share of the width of its box.
    ///
    /// It applies to faces without a mesh or with a measured yaw of at least ``sureYaw``: for a
    /// profile, the mesh measures at most about fifty degrees, but the detector places both eyes
    /// close together.
    case minEyeSpan = "leastEyeSpan"
    /// The maximum pitch up or down, in degrees.
    case maxPitch = "mostPitch"
    /// The maximum roll to either side, in degrees.
    case maxRoll = "mostRoll"
    /// The minimum sharpness.
    case minSharpness = "leastSharpness"
    /// The maximum probability that the mouth is hidden.
    case maxMouthHidden = "mostMouthHidden"
    /// The maximum probability that the eyes are hidden.
    case maxEyesHidden = "mostEyesHidden"
    /// The minimum confidence of the detector.
    case minConfidence = "leastConfidence"
    /// The minimum confidence of the detector for a face with less than ``wholeShare`` inside the
    /// picture.
    ///
    /// If most of a face is outside, the detector's box covers only the visible part, so little
    /// seems to be missing. However, its confidence drops.
    case minConfidenceAtBorder = "leastConfidenceAtBorder"
    /// The minimum presence of the face mesh.
    case minMeshPresence = "leastMeshPresence"
    /// The minimum for the highest of the eight scores.
    case minTopScore = "leastTopScore"

    /// Allowed values in a file.
    package var range: ClosedRange<Double> {
        switch self {
        case .minBoxWidth: 0...10_000
        case .maxYaw, .maxRoll: 0...180
        case .maxPitch: 0...90
        default: 0...1
        }
    }

    /// The mesh's yaw is reliable below this angle, in degrees.
    static let sureYaw = 40.0
    /// See ``minConfidenceAtBorder``.
    static let wholeShare = 0.95
    /// A face with too little contrast is dark below this mean luma.
    private static let darkLuma = 0.25
    /// Minimum share of nearly white pixels for a face with too little contrast to be too bright.
    private static let whiteShare = 0.05

    /// Default value if a file omits the limit: it rejects nothing.
    ///
    /// Nil if the limit is required.
    var defaultValue: Double? {
        switch self {
        case .minEyeSpan, .minConfidenceAtBorder: 0
        default: nil
        }
    }

    /// Whether values below the limit are rejected; otherwise values above are rejected.
    var isMinimum: Bool { rawValue.hasPrefix("least") }

    /// Measured value of a face.
    func measure(of face: FaceReport) -> Double? {
        let quality = face.quality
        return switch self {
        case .minContrast: quality.contrast
        case .maxDarkShare: quality.darkShare
        case .maxBrightShare: quality.brightShare
        case .minBoxWidth: face.box.width
        case .minVisibleShare: quality.visibleShare
        case .maxYaw: quality.yaw?.magnitude
        case .minEyeSpan:
            (quality.yaw?.magnitude ?? .infinity) < Self.sureYaw ? nil : face.eyeSpan
        case .maxPitch: quality.pitch?.magnitude
        case .maxRoll: quality.roll?.magnitude
        case .minSharpness: quality.sharpness
        case .maxMouthHidden: quality.mouthHidden
        case .maxEyesHidden: quality.eyesHidden
        case .minConfidence: face.confidence
        case .minConfidenceAtBorder:
            quality.visibleShare < Self.wholeShare ? face.confidence : nil
        case .minMeshPresence: quality.meshPresence
        case .minTopScore: Double(face.scores[face.top])
        }
    }

    /// Reason for a face beyond the limit.
    func reason(for face: FaceReport) -> CannotJudgeReason {
        switch self {
        case .minContrast:
            if face.quality.meanLuma <= Self.darkLuma {
                .tooDark
            } else if face.quality.brightShare >= Self.whiteShare {
                .tooBright
            } else {
                .blurred
            }
        case .maxDarkShare: .tooDark
        case .maxBrightShare: .tooBright
        case .minBoxWidth: .tooSmall
        case .minVisibleShare, .minConfidenceAtBorder: .cutOff
        case .maxYaw, .minEyeSpan, .maxPitch, .maxRoll: .turnedAway
        case .minSharpness: .blurred
        case .maxMouthHidden: .mouthCovered
        case .maxEyesHidden: .eyesCovered
        case .minConfidence, .minMeshPresence, .minTopScore: .lowConfidence
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
