package import FacialFunWire

/// Fraction of a face that is inside its picture.
package struct VisibleShare: Hashable, Sendable {
    /// The share of the face, brows to lower lip, 0…1.
    package let value: Double

    /// Samples per side of the rectangle; the share is accurate to about a thousandth.
    private static let samples = 64

    /// Measures the part of a face's rectangle inside its picture.
    ///
    /// - Parameters:
    ///   - rectangleToImage: The map from the pixels of a ``FaceRectangle`` to the image's.
    ///   - width: The image's width in pixels.
    ///   - height: The image's height in pixels.
    ///   - oval: Position of the face in the rectangle.
    package init(rectangleToImage: SimilarityTransform, width: Int, height: Int, in oval: FaceOval)
    {
        let step = Double(FaceRectangle.side) / Double(Self.samples)
        var (inside, all) = (0, 0)
        for row in 0..<Self.samples {
            let columns = oval.columns(row: row, width: Self.samples, height: Self.samples)
            for column in columns {
                let point = rectangleToImage.apply(
                    Point(x: (Double(column) + 0.5) * step, y: (Double(row) + 0.5) * step))
                all += 1
                if point.x >= 0, point.y >= 0, point.x <= Double(width), point.y <= Double(height) {
                    inside += 1
                }
            }
        }
        value = Double(inside) / Double(all)
    }
}
