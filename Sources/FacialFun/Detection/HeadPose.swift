/// Rotation of a head in degrees, from the viewer's perspective.
///
/// All three are 0 for a face that looks into the camera, upright. Mirroring the picture negates
/// ``yaw`` and ``roll`` and leaves ``pitch``.
///
/// The angles are those of the rotation roll · pitch · yaw: the head first turns about its own
/// vertical axis, then nods, then leans. They are relative to the line from the camera to the head.
///
/// Method: the rotation that takes a canonical face onto the mesh, least squares over points that
/// expressions move little, in closed form (B. K. P. Horn, "Closed-form solution of absolute
/// orientation using unit quaternions", J. Opt. Soc. Am. A 4, 1987). The model card of the face mesh
/// says how exact it is.
package struct HeadPose: Hashable, Codable, Sendable {
    /// Turned to the side: positive is to the viewer's right, the subject's left; −180…180.
    package var yaw: Double
    /// Nodding: positive lifts the chin; −90…90.
    package var pitch: Double
    /// Leaning: positive is clockwise on the screen; −180…180.
    package var roll: Double

    /// Makes a pose from its angles in degrees.
    package init(yaw: Double, pitch: Double, roll: Double) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    /// The pose of a mesh.
    ///
    /// - Returns: `nil` where the mesh has no shape: a number is not finite, or all points are one.
    package init?(of mesh: FaceMesh) {
        guard let rotation = Self.rotation(of: mesh) else { return nil }
        self.init(rotation)
    }

    /// Fraction of the network's depth that is real.
    ///
    /// It draws faces deeper than they are; without this factor, found on rendered heads, yaw is
    /// overestimated by a tenth.
    package static let depthScale = 0.85

    /// A point of a mesh in the head's axes: x to the viewer's right, y up, z to the viewer.
    static func upright(_ point: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(point.x, -point.y, -point.z * depthScale)
    }

    /// The rotation from the canonical face to the mesh.
    static func rotation(of mesh: FaceMesh) -> Rotation? {
        guard mesh.isFinite else { return nil }
        return Rotation(
            count: canonicalFace.count, from: { canonicalFace[$0].place },
            to: { upright(mesh.points[canonicalFace[$0].index]) })
    }
}
