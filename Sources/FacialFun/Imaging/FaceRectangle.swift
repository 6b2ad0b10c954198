public import FacialFunWire

/// A face cut from its image: eyes level, framed by `Framing`, 600×600 pixels.
///
/// For display; cut by OpenCV. The networks use the same square with a tenth of the pixels,
/// `alignedCrop(of:toImage:in:)`.
public struct FaceRectangle: Sendable {
    /// Width and height in pixels.
    public static let side = 600

    /// The pixels, ``side`` × ``side``.
    public let image: Image
    /// The map from the rectangle's pixels to those of its image.
    public let toImage: SimilarityTransform

    /// Cuts a rectangle from an image.
    ///
    /// - Parameters:
    ///   - image: The image; areas outside are filled with its edge pixels.
    ///   - toImage: The map from the rectangle's pixels to the image's; finite numbers.
    public init(of image: Image, toImage: SimilarityTransform) {
        self.image = image.cut(toImage, side: Self.side)
        self.toImage = toImage
    }

    /// Width and height of ``alignedCrop(of:toImage:in:)`` in pixels.
    ///
    /// It is four times the side of the emotion network's input and twice that for sharpness, so
    /// both are integer reductions.
    package static let alignedCropSide = 192

    /// Contents of a rectangle at the resolution that networks and measurements need: a tenth of
    /// the rectangle's pixels.
    ///
    /// Uses a kernel that allocates nothing and gives the same bits as OpenCV.
    ///
    /// - Parameters:
    ///   - image: The image; areas outside are filled with its edge pixels.
    ///   - toImage: The map from the rectangle's pixels to the image's.
    ///   - memory: Memory of the previous picture, which must no longer be in use.
    /// - Returns: ``alignedCropSide`` × ``alignedCropSide`` pixels, framed like the rectangle.
    package static func alignedCrop(
        of image: Image, toImage: SimilarityTransform, in memory: inout ReusableImage
    ) -> Image {
        image.warped(
            alignedCropToImage(toImage), width: alignedCropSide, height: alignedCropSide,
            into: &memory)
    }

    /// The same as ``alignedCrop(of:toImage:in:)`` in new memory.
    package static func alignedCrop(of image: Image, toImage: SimilarityTransform) -> Image {
        image.warped(alignedCropToImage(toImage), width: alignedCropSide, height: alignedCropSide)
    }

    private static func alignedCropToImage(_ toImage: SimilarityTransform) -> SimilarityTransform {
        let step = Double(side) / Double(alignedCropSide)
        return SimilarityTransform(
            a: toImage.a * step, b: toImage.b * step, tx: toImage.tx, ty: toImage.ty)
    }
}
