import FacialFunWire

/// Thumbnail of a face's box, coarse enough to match between frames but not between faces or
/// lighting conditions.
struct FaceTemplate: Hashable, Sendable {
    /// Rows and columns of samples.
    static let side = 8

    /// Luma minus its mean, normalized to unit length: the dot product of two templates is their
    /// correlation.
    private var values: SIMD64<Float>

    /// Samples a face.
    ///
    /// - Parameters:
    ///   - face: In pixels of the pyramid's picture.
    ///   - pyramid: The picture.
    init(_ face: Face, in pyramid: inout ImagePyramid) {
        let (stepX, stepY) = (
            face.box.width / Double(Self.side), face.box.height / Double(Self.side)
        )
        let (image, reduction) = pyramid.copy(step: min(stepX, stepY))
        var luma = SIMD64<Float>.zero
        // 96 bytes: on the stack.
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * Self.side) { row in
            for y in 0..<Self.side {
                image.sample(
                    along: Image.Line(
                        x: (face.box.x + 0.5 * stepX) / reduction.x - 0.5,
                        y: (face.box.y + (Double(y) + 0.5) * stepY) / reduction.y - 0.5,
                        dx: stepX / reduction.x, dy: 0),
                    outside: 127.5, scale: 1, offset: 0, into: row)
                for x in 0..<Self.side {
                    luma[y * Self.side + x] =
                        0.299 * row[3 * x] + 0.587 * row[3 * x + 1] + 0.114 * row[3 * x + 2]
                }
            }
        }
        luma -= luma.sum() / Float(Self.side * Self.side)
        let length = (luma * luma).sum().squareRoot()
        values = length > 0 ? luma / length : luma
    }

    /// Correlation of two templates, −1…1; 0 if one is uniform.
    func likeness(to other: FaceTemplate) -> Double { Double((values * other.values).sum()) }
}
