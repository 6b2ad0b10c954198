public import FaceGeometry

/// The pixels of an image file, upright.
public struct DecodedImage: Sendable {
    /// The picture or the part of it that was asked for, turned upright.
    public let image: Image
    /// The map from ``image``'s pixels to those of the whole upright picture at full size.
    public let toFull: SimilarityTransform
}
