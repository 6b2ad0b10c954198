/// The part of a face rectangle that is face whoever it is: from the brows to the lower lip, between
/// the cheeks.
///
/// Quality is measured there, so that a sharp or bright background does not count. The ellipse
/// belongs to the framing of ``FaceRectangle``: eyes at 0.40 of the height, mouth at 0.76.
enum FaceOval {
    /// The center, in shares of the rectangle's side.
    static let center = (x: 0.5, y: 0.58)
    /// Half the width and half the height, in shares of the side.
    static let radii = (x: 0.34, y: 0.36)

    /// The columns of a row whose pixels' centers are inside; empty where there are none.
    static func columns(row: Int, width: Int, height: Int) -> Range<Int> {
        let y = ((Double(row) + 0.5) / Double(height) - center.y) / radii.y
        guard abs(y) < 1 else { return 0..<0 }
        let half = radii.x * (1 - y * y).squareRoot()
        let first = ((center.x - half) * Double(width) - 0.5).rounded(.up)
        let last = ((center.x + half) * Double(width) - 0.5).rounded(.down)
        let (start, end) = (max(0, Int(first)), min(width, Int(last) + 1))
        return start < end ? start..<end : 0..<0
    }
}
