/// Zeros around a map, in pixels: what windows read beyond the map's edges.
struct Border: Hashable, Sendable {
    var top = 0
    var bottom = 0
    var left = 0
    var right = 0

    static let none = Border()

    /// Grows to include another border.
    mutating func include(_ other: Border) {
        top = max(top, other.top)
        bottom = max(bottom, other.bottom)
        left = max(left, other.left)
        right = max(right, other.right)
    }
}

extension Manifest.Filter {
    /// Border that a filter reads beyond the edges of its input.
    func border(height: Int, width: Int, input: Shape, output: Shape) -> Border {
        // The last window may end before the padding does.
        let bottom = (output.height - 1) * stride.height + height - padding.top - input.height
        let right = (output.width - 1) * stride.width + width - padding.left - input.width
        return Border(
            top: padding.top, bottom: max(0, bottom), left: padding.left, right: max(0, right))
    }
}
