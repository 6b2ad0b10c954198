/// The six points that the detector finds on a face, in pixels of the image.
///
/// Right and left are the subject's: in a picture that is not mirrored, the right eye is on the
/// image's left.
public struct FaceKeypoints: Hashable, Decodable, Sendable {
    /// The subject's right eye.
    public var rightEye: Point
    /// The subject's left eye.
    public var leftEye: Point
    /// The tip of the nose.
    public var noseTip: Point
    /// The center of the mouth.
    public var mouthCentre: Point
    /// The subject's right ear, at the tragion.
    public var rightEar: Point
    /// The subject's left ear, at the tragion.
    public var leftEar: Point

    /// Makes the keypoints, in pixels of the image.
    public init(
        rightEye: Point, leftEye: Point, noseTip: Point, mouthCentre: Point, rightEar: Point,
        leftEar: Point
    ) {
        self.rightEye = rightEye
        self.leftEye = leftEye
        self.noseTip = noseTip
        self.mouthCentre = mouthCentre
        self.rightEar = rightEar
        self.leftEar = leftEar
    }

    /// The points mapped by a function.
    public func mapped(_ map: (Point) -> Point) -> FaceKeypoints {
        FaceKeypoints(
            rightEye: map(rightEye), leftEye: map(leftEye), noseTip: map(noseTip),
            mouthCentre: map(mouthCentre), rightEar: map(rightEar), leftEar: map(leftEar))
    }
}
