/// An axis-aligned rectangle in pixels; it may extend beyond the image.
public struct Box: Hashable, Decodable, Sendable {
    /// Left edge.
    public var x: Double
    /// Top edge.
    public var y: Double
    /// Width, not negative.
    public var width: Double
    /// Height, not negative.
    public var height: Double

    /// Makes a box from its top left corner and size, in pixels.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Area in square pixels.
    public var area: Double { width * height }

    /// The center.
    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    /// Intersection over union with another box, 0…1; 0 if either is empty.
    public func intersectionOverUnion(_ other: Box) -> Double {
        let overlapWidth = min(x + width, other.x + other.width) - max(x, other.x)
        let overlapHeight = min(y + height, other.y + other.height) - max(y, other.y)
        guard overlapWidth > 0, overlapHeight > 0 else { return 0 }
        let intersection = overlapWidth * overlapHeight
        return intersection / (area + other.area - intersection)
    }
}
