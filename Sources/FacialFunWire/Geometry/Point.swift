/// A point in pixels: x to the right, y down; (0, 0) is the outer corner of the top left pixel,
/// whose center is (0.5, 0.5).
public struct Point: Hashable, Decodable, Sendable {
    /// Pixels from the left edge.
    public var x: Double
    /// Pixels from the top edge.
    public var y: Double

    /// Makes a point from its coordinates in pixels.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The distance to another point, in pixels.
    public func distance(to other: Point) -> Double {
        let (dx, dy) = (other.x - x, other.y - y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// The point halfway to another.
    public func midpoint(to other: Point) -> Point {
        Point(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }
}
