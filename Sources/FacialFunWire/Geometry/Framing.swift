/// The rule that determines the rectangle of a face in an image.
///
/// The square is turned so that the eyes are level, its side is `sideOverBoxWidth` times the width
/// of the detector's box, and its center is `centreBelowEyes` of the side below the midpoint of the
/// eyes. The size depends on the width of the box, because the eyes move closer together when a
/// head turns. The center depends on the eyes, because they are located more reliably than the box.
///
/// The numbers come from the emotion model's manifest, written by training: a network must see the
/// same framing in service as in training.
public struct Framing: Hashable, Sendable {
    /// Side of the square over the width of the detector's box.
    public var sideOverBoxWidth: Double
    /// Distance of the square's center below the midpoint of the eyes, as a fraction of the side.
    public var centreBelowEyes: Double

    /// Makes a rule from its two numbers.
    public init(sideOverBoxWidth: Double, centreBelowEyes: Double) {
        self.sideOverBoxWidth = sideOverBoxWidth
        self.centreBelowEyes = centreBelowEyes
    }

    /// Position of a face's rectangle.
    ///
    /// - Parameters:
    ///   - box: The detector's box, in pixels of the image; its width must be positive.
    ///   - keypoints: The detector's keypoints, in pixels of the image. If both eyes coincide, the
    ///     rectangle is not turned.
    ///   - side: Width and height of the rectangle, in pixels.
    /// - Returns: The map from the rectangle's pixels to the image's.
    public func rectangleToImage(
        box: Box, keypoints: FaceKeypoints, side: Double
    ) -> SimilarityTransform {
        precondition(box.width > 0 && side > 0, "box and rectangle must have a positive size")
        let eyeDistance = keypoints.rightEye.distance(to: keypoints.leftEye)
        var (cosine, sine) = (1.0, 0.0)
        if eyeDistance > 0 {
            cosine = (keypoints.leftEye.x - keypoints.rightEye.x) / eyeDistance
            sine = (keypoints.leftEye.y - keypoints.rightEye.y) / eyeDistance
        }
        let scale = sideOverBoxWidth * box.width / side
        let (a, b) = (scale * cosine, scale * sine)
        // The rectangle's point (side / 2, side / 2 − centreBelowEyes · side) is the eyes' midpoint.
        let eyes = keypoints.rightEye.midpoint(to: keypoints.leftEye)
        let (x, y) = (side / 2, side * (0.5 - centreBelowEyes))
        return SimilarityTransform(
            a: a, b: b, tx: eyes.x - (a * x - b * y), ty: eyes.y - (b * x + a * y))
    }
}
