package import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// The square region of an image that is the input of the mesh network.
///
/// MediaPipe's rule: 1.5 times the box of a face, around the box's center, turned so that the eyes
/// are level.
package struct FaceMeshRegion: Hashable, Sendable {
    /// Side of the square relative to the longer side of the box.
    package static let sideOverBox = 1.5

    /// The center, in pixels of the image.
    package let center: Point
    /// The side, in pixels of the image.
    package let side: Double
    /// Rotation of the square, positive clockwise on the screen.
    package let radians: Double

    /// Makes a region from its parts.
    ///
    /// - Parameters:
    ///   - center: In pixels of the image.
    ///   - side: In pixels of the image, positive.
    ///   - radians: Positive is clockwise on the screen.
    package init(center: Point, side: Double, radians: Double) {
        precondition(side > 0 && side.isFinite, "a region has a positive size")
        self.center = center
        self.side = side
        self.radians = radians
    }

    /// The region of a detected face, whose box must not be empty; upright if both eyes coincide.
    package init(_ face: Face) {
        self.init(box: face.box, from: face.keypoints.rightEye, to: face.keypoints.leftEye)
    }

    /// The region of a face from its mesh in the previous picture, because faces move little
    /// between pictures.
    ///
    /// - Returns: `nil` if the mesh is empty or not finite.
    package init?(following mesh: FaceMesh) {
        guard mesh.isFinite, mesh.box.width > 0 || mesh.box.height > 0 else { return nil }
        self.init(
            box: mesh.box, from: mesh.point(FaceMeshIndex.right.outerEyeCorner),
            to: mesh.point(FaceMeshIndex.left.outerEyeCorner))
    }

    private init(box: Box, from right: Point, to left: Point) {
        self.init(
            center: box.center, side: Self.sideOverBox * max(box.width, box.height),
            radians: atan2(left.y - right.y, left.x - right.x))
    }

    /// The region with its side multiplied by a factor.
    func grown(by factor: Double) -> FaceMeshRegion {
        FaceMeshRegion(center: center, side: side * factor, radians: radians)
    }

    /// The region rotated by 180 degrees.
    var turnedByHalf: FaceMeshRegion {
        FaceMeshRegion(center: center, side: side, radians: radians + .pi)
    }

    /// The map from a square of `pixels` × `pixels` that shows the region to the image.
    package func squareToImage(pixels: Int) -> SimilarityTransform {
        let scale = side / Double(pixels)
        let (a, b) = (scale * cos(radians), scale * sin(radians))
        let half = Double(pixels) / 2
        return SimilarityTransform(
            a: a, b: b, tx: center.x - (a - b) * half, ty: center.y - (b + a) * half)
    }
}
