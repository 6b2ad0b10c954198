public import FacialFunWire

/// A face cut from its image: eyes level, framed by `Framing`, 600×600 pixels.
///
/// What people are shown, cut by OpenCV; the networks read the same square with a tenth of the pixels,
/// `alignedCrop(of:toImage:in:)`.
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
    ///   - toImage: The map from the rectangle's pixels to the image's; finite numbers.
    public init(of image: Image, toImage: SimilarityTransform) {
        self.image = image.cut(toImage, side: Self.side)
        self.toImage = toImage
    }

    /// Width and height of ``alignedCrop(of:toImage:in:)`` in pixels.
    ///
    /// Four times what the emotion network sees, twice what sharpness is measured on: whole pixels
    /// go into theirs.
    package static let alignedCropSide = 192

    /// Contents of a rectangle at the resolution that networks and measurements need: a tenth of
    /// the rectangle's pixels.
    ///
    /// By a kernel that allocates nothing and gives the bits that OpenCV gives.
    ///
    /// - Parameters:
    ///   - image: The image; what lies beyond it is filled with its edge pixels.
    ///   - toImage: The map from the rectangle's pixels to the image's.
    ///   - memory: That of the picture before, which must no longer be held.
    /// - Returns: ``alignedCropSide`` × ``alignedCropSide`` pixels, framed like the rectangle.
    package static func alignedCrop(
        of image: Image, toImage: SimilarityTransform, in memory: inout ReusableImage
    ) -> Image {
        image.warped(
            alignedCropToImage(toImage), width: alignedCropSide, height: alignedCropSide,
            into: &memory)
    }

    /// The same as ``alignedCrop(of:toImage:in:)`` in memory of its own.
    package static func alignedCrop(of image: Image, toImage: SimilarityTransform) -> Image {
        image.warped(alignedCropToImage(toImage), width: alignedCropSide, height: alignedCropSide)
    }

    private static func alignedCropToImage(_ toImage: SimilarityTransform) -> SimilarityTransform {
        let step = Double(side) / Double(alignedCropSide)
        return SimilarityTransform(
            a: toImage.a * step, b: toImage.b * step, tx: toImage.tx, ty: toImage.ty)
    }
}
