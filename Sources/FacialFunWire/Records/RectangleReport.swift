/// Position of a face rectangle in its image.
public struct RectangleReport: Hashable, Decodable, Sendable {
    /// Width and height of the rectangle, in pixels.
    public var side: Int
    /// The map from the rectangle's pixels to the upright image's.
    public var toImage: SimilarityTransform

    /// Makes the report of a rectangle.
    public init(side: Int, toImage: SimilarityTransform) {
        self.side = side
        self.toImage = toImage
    }
}
