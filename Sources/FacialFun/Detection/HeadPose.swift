import FacialFunWire

/// Rotation of a head in degrees, from the viewer's perspective.
///
/// All three are 0 for an upright face that looks into the camera. Mirroring the picture negates
/// ``yaw`` and ``roll`` and keeps ``pitch``.
///
/// The angles are those of the rotation roll · pitch · yaw: the head first turns about its own
/// vertical axis, then nods, then leans. They are relative to the line from the camera to the head.
///
/// Method: the rotation from a canonical face to the mesh, least squares over points that
/// expressions move little, in closed form (B. K. P. Horn, "Closed-form solution of absolute
/// orientation using unit quaternions", J. Opt. Soc. Am. A 4, 1987). The model card of the face
/// mesh reports the accuracy.
package struct HeadPose: Hashable, Codable, Sendable {
    /// Yaw: positive is to the viewer's right, the subject's left; −180…180.
    package var yaw: Double
    /// Pitch: positive lifts the chin; −90…90.
    package var pitch: Double
    /// Roll: positive is clockwise on the screen; −180…180.
    package var roll: Double

    /// Makes a pose from its angles in degrees.
    package init(yaw: Double, pitch: Double, roll: Double) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    /// The pose of a mesh.
    ///
    /// - Returns: `nil` if the mesh has no shape: a number is not finite, or all points coincide.
    package init?(of mesh: FaceMesh) {
        guard let rotation = Self.rotation(of: mesh) else { return nil }
        self.init(rotation)
    }

    /// Factor that corrects the network's depth.
    ///
    /// The network's faces are too deep; without this factor, determined on rendered heads, yaw is
    /// overestimated by a tenth.
    package static let depthScale = Contract.shared.depthScale

    /// The network's mean face, over neutral rendered people: points that expressions move little,
    /// by their index in the mesh, in the head's axes and in eye distances from the middle of the
    /// eyes.
    static let canonicalFace = Contract.shared.canonicalFace

    /// A point of a mesh in the axes of the head: x to the viewer's right, y up, z to the viewer.
    static func upright(_ point: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(point.x, -point.y, -point.z * depthScale)
    }

    /// The rotation from the canonical face to the mesh.
    static func rotation(of mesh: FaceMesh) -> Rotation? {
        guard mesh.isFinite else { return nil }
        return Rotation(
            count: canonicalFace.count, from: { canonicalFace[$0].position },
            to: { upright(mesh.points[canonicalFace[$0].index]) })
    }
}
