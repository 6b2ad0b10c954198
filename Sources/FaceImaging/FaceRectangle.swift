public import FaceGeometry

/// A face cut from its image: eyes level, framed by `FaceGeometry.Framing`, 600×600 pixels.
///
/// What the emotion network and the game see.
public struct FaceRectangle: Sendable {
    /// Width and height in pixels.
    public static let side = 600

    /// The pixels, ``side`` × ``side``.
    public let image: Image
    /// The map from the rectangle's pixels to those of the image that it was cut from.
    public let toImage: SimilarityTransform

    /// Cuts a rectangle from an image.
    ///
    /// - Parameters:
    ///   - image: The image; what lies beyond it is filled with its edge pixels.
    ///   - toImage: The map from the rectangle's pixels to the image's.
    public init(of image: Image, toImage: SimilarityTransform) {
        self.image = image.warped(toImage, width: Self.side, height: Self.side)
        self.toImage = toImage
    }

    /// Cuts a rectangle from an image, in memory that is used again.
    ///
    /// - Parameters:
    ///   - image: As above.
    ///   - toImage: As above.
    ///   - memory: That of the rectangle before, which must no longer be held.
    public init(of image: Image, toImage: SimilarityTransform, in memory: inout ReusableImage) {
        self.image = image.warped(toImage, width: Self.side, height: Self.side, into: &memory)
        self.toImage = toImage
    }
}
