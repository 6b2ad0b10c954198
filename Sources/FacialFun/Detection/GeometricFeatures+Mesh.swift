package import FacialFunWire

/// Measurement of the features on a mesh.
///
/// The mesh is first rotated to face the camera (``HeadPose``). Rotating in space, including depth,
/// preserves the height of a brow and the width of a mouth when the head turns. Only the lower lids
/// are measured without correction of pitch, because the correction would increase their error.
extension GeometricFeatures {
    /// Measures a mesh.
    ///
    /// - Returns: `nil` if the mesh has no shape: a number is not finite, or the eyes coincide.
    package init?(of mesh: FaceMesh) {
        guard let rotation = HeadPose.rotation(of: mesh) else { return nil }
        var unnodded = HeadPose(rotation)
        unnodded.pitch = 0
        guard let frontal = FrontalFace(mesh, rotation),
            let nodding = FrontalFace(mesh, unnodded.rotation)
        else { return nil }
        self.init { Self.value(of: $0, frontal: frontal, nodding: nodding) }
    }

    /// A feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - frontal: The face rotated to face the camera.
    ///   - nodding: The face rotated sideways only, not up or down.
    /// - Returns: Its value in units of the distance between the eyes.
    private static func value(
        of feature: GeometricFeature, frontal: FrontalFace, nodding: FrontalFace
    ) -> Double {
        let (right, left) = (FaceMeshIndex.right, FaceMeshIndex.left)
        return switch feature {
        case .mouthCornerLiftRight: frontal.mouthCornerLift(right)
        case .mouthCornerLiftLeft: frontal.mouthCornerLift(left)
        case .mouthWidth:
            frontal.point(left.mouthCorner).x - frontal.point(right.mouthCorner).x
        case .mouthOpening:
            frontal.point(FaceMeshIndex.upperLipBottom).y
                - frontal.point(FaceMeshIndex.lowerLipTop).y
        case .upperLipLength:
            frontal.mean(FaceMeshIndex.noseBase).y - frontal.point(FaceMeshIndex.upperLipTop).y
        case .innerBrowHeightRight: frontal.height(right.innerBrow, right)
        case .innerBrowHeightLeft: frontal.height(left.innerBrow, left)
        case .outerBrowHeightRight: frontal.height(right.outerBrow, right)
        case .outerBrowHeightLeft: frontal.height(left.outerBrow, left)
        case .browSlantRight: frontal.browSlant(right)
        case .browSlantLeft: frontal.browSlant(left)
        case .eyeOpeningRight: frontal.eyeOpening(right)
        case .eyeOpeningLeft: frontal.eyeOpening(left)
        case .lowerLidDropRight: -nodding.height(right.lowerLid, right)
        case .lowerLidDropLeft: -nodding.height(left.lowerLid, left)
        case .browToNoseWingRight: frontal.browToNoseWing(right)
        case .browToNoseWingLeft: frontal.browToNoseWing(left)
        case .noseWingHeightRight: frontal.point(right.noseWing).y
        case .noseWingHeightLeft: frontal.point(left.noseWing).y
        case .noseWidth: frontal.point(left.noseWing).x - frontal.point(right.noseWing).x
        }
    }
}
