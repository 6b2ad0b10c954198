public import FacialFunWire

/// The pixels of an image file, upright.
public struct DecodedImage: Sendable {
    /// The picture, or its requested part, rotated upright.
    public let image: Image
    /// The map from ``image``'s pixels to those of the whole upright picture at full size.
    public let toFull: SimilarityTransform

    /// Makes one of a picture that is already there.
    ///
    /// - Parameters:
    ///   - image: The picture, upright.
    ///   - toFull: The map from its pixels to those of the whole picture at full size.
    package init(image: Image, toFull: SimilarityTransform) {
        self.image = image
        self.toFull = toFull
    }
}
