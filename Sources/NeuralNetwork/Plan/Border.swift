/// Zeros around a map, in pixels, read by windows that extend beyond the map.
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
