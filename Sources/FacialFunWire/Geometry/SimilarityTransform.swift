/// A map of the plane that scales, rotates and shifts, and keeps angles.
///
/// `x' = a·x − b·y + tx`, `y' = b·x + a·y + ty`, in the pixel coordinates of ``Point`` on both
/// sides: a = scale · cos(angle), b = scale · sin(angle).
public struct SimilarityTransform: Hashable, Decodable, Sendable {
    /// Scale times the cosine of the angle.
    public var a: Double
    /// Scale times the sine of the angle; positive turns clockwise on the screen, because y is down.
    public var b: Double
    /// Shift to the right, in pixels.
    public var tx: Double
    /// Shift down, in pixels.
    public var ty: Double

    /// Makes a transform from its four numbers.
    public init(a: Double, b: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.tx = tx
        self.ty = ty
    }

    /// Scale factor of lengths.
    public var scale: Double { (a * a + b * b).squareRoot() }

    /// Transforms a point.
    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x - b * point.y + tx, y: b * point.x + a * point.y + ty)
    }

    /// The inverse transform.
    ///
    /// - Precondition: ``scale`` is not 0.
    public var inverse: SimilarityTransform {
        let determinant = a * a + b * b
        precondition(determinant > 0, "a transform of scale 0 has no inverse")
        let (ia, ib) = (a / determinant, -b / determinant)
        return SimilarityTransform(a: ia, b: ib, tx: -(ia * tx - ib * ty), ty: -(ib * tx + ia * ty))
    }

    /// The same map with an output multiplied by `factor`, for target pixels that are smaller by
    /// that factor.
    public func scalingOutput(by factor: Double) -> SimilarityTransform {
        SimilarityTransform(a: a * factor, b: b * factor, tx: tx * factor, ty: ty * factor)
    }

    /// The composition: this map, then the next one.
    public func followed(by next: SimilarityTransform) -> SimilarityTransform {
        let shift = next.apply(Point(x: tx, y: ty))
        return SimilarityTransform(
            a: next.a * a - next.b * b, b: next.b * a + next.a * b, tx: shift.x, ty: shift.y)
    }
}
