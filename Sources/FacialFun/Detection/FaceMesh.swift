package import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// The 468 points of a face, in pixels of its image.
///
/// Indices are those of the network; right and left are the subject's, as in
/// `FaceGeometry.FaceKeypoints`.
package struct FaceMesh: Hashable, Sendable {
    /// Number of points.
    package static let pointCount = 468
    /// Minimum ``presenceLogit`` of a face; below it, the region more likely shows no face.
    package static let minPresenceLogit = 0.0

    /// Coordinates of `FaceGeometry.Point`: x to the right and y down; z is the depth in the same
    /// pixels, relative to the head, smaller nearer to the camera.
    ///
    /// The network overestimates depth: see ``HeadPose/depthScale``.
    package internal(set) var points: [SIMD3<Double>]
    /// Confidence of the network that it saw a face, as a logit.
    package internal(set) var presenceLogit: Double
    /// Confidence of the network that it saw a face, 0…1.
    package var presence: Double { 1 / (1 + exp(-presenceLogit)) }
    /// Whether the points are meaningful.
    package var isOfFace: Bool { presenceLogit >= Self.minPresenceLogit }

    /// Creates a mesh from its points.
    ///
    /// - Precondition: There are ``pointCount`` points.
    package init(points: [SIMD3<Double>], presenceLogit: Double) {
        precondition(points.count == Self.pointCount, "a mesh has \(Self.pointCount) points")
        self.points = points
        self.presenceLogit = presenceLogit
    }

    /// Creates memory for a mesh: all points at the origin, and no face.
    package init() {
        self.init(
            points: [SIMD3<Double>](repeating: .zero, count: Self.pointCount),
            presenceLogit: -.infinity)
    }

    /// Position of a point in the image.
    ///
    /// - Precondition: `index` is in 0..<``pointCount``.
    package func point(_ index: Int) -> Point { Point(x: points[index].x, y: points[index].y) }

    /// The smallest upright box around all points.
    package var box: Box {
        var (low, high) = (points[0], points[0])
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        return Box(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// Whether every coordinate is a finite number.
    var isFinite: Bool {
        for index in 0..<points.count {
            let point = points[index]
            guard point.x.isFinite, point.y.isFinite, point.z.isFinite else { return false }
        }
        return true
    }
}
