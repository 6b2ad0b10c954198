import FacialFunWire

/// Measures visibility and features of a face: everything in a report except the scores.
final class FaceAnalyzer: Sendable {
    let landmarker: FaceLandmarker
    let occlusion: OcclusionDetector
    /// Oval of the face in a rectangle.
    let oval: FaceOval

    /// Takes loaded networks, and how rectangles are framed.
    init(landmarker: FaceLandmarker, occlusion: OcclusionDetector, framing: Framing) {
        self.landmarker = landmarker
        self.occlusion = occlusion
        oval = FaceOval(framing)
    }

    /// Measurements of one face.
    struct Findings: Sendable {
        let quality: FaceQuality
        /// Nil where the mesh found no face.
        let features: GeometricFeatures?
    }

    /// Measurements of one face that do not need its mesh.
    struct Surface: Sendable {
        let hidden: FaceOcclusion
        let exposure: Exposure
        let sharpness: Double
    }

    /// Measures one face.
    ///
    /// - Parameters:
    ///   - face: In pixels of the full-size image.
    ///   - alignedCrop: What its rectangle shows.
    ///   - place: The map from the rectangle's pixels to the full-size image's.
    ///   - source: A picture that shows the face and its surroundings.
    ///   - width: Of the full-size image.
    ///   - height: Of the full-size image.
    ///   - workspace: Memory that is used again.
    /// - Returns: The findings.
    func examine(
        _ face: Face, alignedCrop: Image, place: SimilarityTransform, source: DecodedImage,
        width: Int, height: Int, _ workspace: FaceWorkspace
    ) -> Findings {
        let surface = surface(alignedCrop, workspace)
        findMesh(of: face, in: source, workspace)
        return findings(surface, workspace.mesh, place: place, width: width, height: height)
    }

    /// Measures what covers a face and how well it is lit and focused.
    ///
    /// - Parameters:
    ///   - alignedCrop: What its rectangle shows.
    ///   - workspace: Memory that is used again.
    /// - Returns: What was measured.
    func surface(_ alignedCrop: Image, _ workspace: FaceWorkspace) -> Surface {
        // Reduced once; the network's input is half as large again.
        let small = alignedCrop.resizedByArea(
            width: Sharpness.side, height: Sharpness.side, into: &workspace.small)
        return Surface(
            hidden: occlusion.occlusion(inFace: small),
            exposure: Exposure(ofFace: alignedCrop, in: oval),
            sharpness: Sharpness(ofFace: small, in: oval).value)
    }

    /// Finds the points of a face; they are then the workspace's.
    ///
    /// - Parameters:
    ///   - face: In pixels of the full-size image.
    ///   - source: A picture that shows the face and its surroundings.
    ///   - workspace: Memory that is used again.
    func findMesh(of face: Face, in source: DecodedImage, _ workspace: FaceWorkspace) {
        landmarker.mesh(
            in: source.image, region: FaceMeshRegion(face.mapped(source.toFull.inverse)),
            into: &workspace.mesh)
    }

    /// Puts together what was measured of a face.
    ///
    /// - Parameters:
    ///   - surface: What its rectangle shows.
    ///   - mesh: Its points.
    ///   - place: The map from the rectangle's pixels to the full-size image's.
    ///   - width: Of the full-size image.
    ///   - height: Of the full-size image.
    /// - Returns: The findings.
    func findings(
        _ surface: Surface, _ mesh: FaceMesh, place: SimilarityTransform, width: Int, height: Int
    ) -> Findings {
        // Below that the points mean nothing: the face is reported without them.
        let isOnFace = mesh.isOfFace
        let pose = isOnFace ? HeadPose(of: mesh) : nil
        let visible = VisibleShare(rectangleToImage: place, width: width, height: height, in: oval)
        let (hidden, exposure) = (surface.hidden, surface.exposure)
        let quality = FaceQuality(
            visibleShare: visible.value, sharpness: surface.sharpness,
            meanLuma: exposure.meanLuma,
            darkShare: exposure.darkShare, brightShare: exposure.brightShare,
            contrast: exposure.contrast, mouthHidden: hidden.mouth, eyesHidden: hidden.eyes,
            meshPresence: mesh.presence, yaw: pose?.yaw, pitch: pose?.pitch, roll: pose?.roll)
        return Findings(quality: quality, features: isOnFace ? GeometricFeatures(of: mesh) : nil)
    }
}
