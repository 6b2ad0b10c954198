/// How well a face can be seen: what a judgement rests on.
///
/// Light and sharpness are measured over the oval from the brows to the lower lip, so that neither
/// hair nor background counts.
public struct FaceQuality: Hashable, Decodable, Sendable {
    /// The share of the face, brows to lower lip, that lies within the image, 0…1.
    public var visibleShare: Double
    /// How much fine detail the face shows: 0 for none, 0.4 to 0.5 for a sharp face, below 1.
    public var sharpness: Double
    /// The mean luma (BT.601 of the coded values), 0 for black to 1 for white.
    public var meanLuma: Double
    /// The share of pixels that are nearly black, 0…1.
    public var darkShare: Double
    /// The share of pixels that are nearly white, 0…1.
    public var brightShare: Double
    /// From the 5th to the 95th percentile of luma, 0…1.
    public var contrast: Double
    /// How likely it is that more than half of the mouth is hidden, 0…1.
    public var mouthHidden: Double
    /// How likely it is that more than half of both eyes is hidden, 0…1.
    public var eyesHidden: Double
    /// How sure the face mesh is that it lies on a face, 0…1.
    public var meshPresence: Double
    /// How far the head is turned to the side, in degrees: positive is to the viewer's right.
    ///
    /// Nil where the mesh found no face; so are ``pitch`` and ``roll``.
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
