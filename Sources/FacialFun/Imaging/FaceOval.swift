package import FacialFunWire

/// The part of a face rectangle that shows the face of any person: from the brows to the lower lip,
/// between the cheeks.
///
/// Quality is measured there, so that the background does not count.
package struct FaceOval: Sendable {
    /// The center, as fractions of the rectangle's side.
    private let center: (x: Double, y: Double)
    /// Half the width and half the height, as fractions of the side.
    private let radii: (x: Double, y: Double)

    /// The oval of rectangles with a framing.
    package init(_ framing: Framing) {
        // The oval was chosen relative to the eyes, on rectangles of 1.14 times the box's width. In
        // wider rectangles the face is smaller.
        let size = 1.14 / framing.sideOverBoxWidth
        center = (0.5, 0.5 + (0.18 * size - framing.centreBelowEyes))
        radii = (0.34 * size, 0.36 * size)
    }

    /// The columns of a row whose pixels' centers are inside; empty if there are none.
    func columns(row: Int, width: Int, height: Int) -> Range<Int> {
        let y = ((Double(row) + 0.5) / Double(height) - center.y) / radii.y
        guard abs(y) < 1 else { return 0..<0 }
        let half = radii.x * (1 - y * y).squareRoot()
        let first = ((center.x - half) * Double(width) - 0.5).rounded(.up)
        let last = ((center.x + half) * Double(width) - 0.5).rounded(.down)
        let (start, end) = (max(0, Int(first)), min(width, Int(last) + 1))
        return start < end ? start..<end : 0..<0
    }
}
