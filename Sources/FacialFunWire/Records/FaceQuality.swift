/// Visibility of a face, on which judgeability depends.
///
/// Light and sharpness are measured over the oval from the brows to the lower lip, so that neither
/// hair nor background counts.
public struct FaceQuality: Hashable, Decodable, Sendable {
    /// The share of the face, from brows to lower lip, that is inside the image, 0…1.
    public var visibleShare: Double
    /// Amount of fine detail: 0 for none, 0.4 to 0.5 for a sharp face, below 1.
    public var sharpness: Double
    /// The mean luma (BT.601 of the coded values), 0 for black to 1 for white.
    public var meanLuma: Double
    /// The share of pixels that are nearly black, 0…1.
    public var darkShare: Double
    /// The share of pixels that are nearly white, 0…1.
    public var brightShare: Double
    /// Difference between the 95th and the 5th percentile of luma, 0…1.
    public var contrast: Double
    /// Probability that more than half of the mouth is hidden, 0…1.
    public var mouthHidden: Double
    /// Probability that more than half of both eyes is hidden, 0…1.
    public var eyesHidden: Double
    /// Confidence of the face mesh that it covers a face, 0…1.
    public var meshPresence: Double
    /// Yaw of the head in degrees, positive to the viewer's right.
    ///
    /// Nil if the mesh found no face, like ``pitch`` and ``roll``.
    public var yaw: Double?
    /// Nodding, in degrees: positive lifts the chin.
    public var pitch: Double?
    /// Leaning, in degrees: positive is clockwise on the screen.
    public var roll: Double?

    /// Makes the quality of a face from its parts.
    public init(
        visibleShare: Double, sharpness: Double, meanLuma: Double, darkShare: Double,
        brightShare: Double, contrast: Double, mouthHidden: Double, eyesHidden: Double,
        meshPresence: Double, yaw: Double? = nil, pitch: Double? = nil, roll: Double? = nil
    ) {
        self.visibleShare = visibleShare
        self.sharpness = sharpness
        self.meanLuma = meanLuma
        self.darkShare = darkShare
        self.brightShare = brightShare
        self.contrast = contrast
        self.mouthHidden = mouthHidden
        self.eyesHidden = eyesHidden
        self.meshPresence = meshPresence
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    /// The quality of the mirrored face.
    public var mirrored: FaceQuality {
        var mirrored = self
        mirrored.yaw = yaw.map { -$0 }
        mirrored.roll = roll.map { -$0 }
        return mirrored
    }
}
