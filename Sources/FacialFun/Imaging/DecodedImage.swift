public import FacialFunWire

/// The pixels of an image file, upright.
public struct DecodedImage: Sendable {
    /// The picture, or its requested part, rotated upright.
    public let image: Image
    /// The map from ``image``'s pixels to those of the whole upright picture at full size.
    public let toFull: SimilarityTransform

    /// Width of the whole upright picture at full size, in pixels.
    package let width: Int
    /// Height of the whole upright picture at full size, in pixels.
    package let height: Int

    init(image: Image, toFull: SimilarityTransform, width: Int, height: Int) {
        self.image = image
        self.toFull = toFull
        self.width = width
        self.height = height
    }

    /// A whole picture at full size.
    package init(_ image: Image) {
        self.init(
            image: image, toFull: SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0),
            width: image.width, height: image.height)
    }
}
