import FacialFunWire

/// Measures visibility and features of a face: everything in a report except the scores.
final class FaceAnalyzer: Sendable {
    let landmarker: FaceLandmarker
    let occlusion: OcclusionDetector
    /// Oval of a face in its rectangle.
    let oval: FaceOval

    /// Creates an analyzer from loaded networks and the framing of rectangles.
    init(landmarker: FaceLandmarker, occlusion: OcclusionDetector, framing: Framing) {
        self.landmarker = landmarker
        self.occlusion = occlusion
        oval = FaceOval(framing)
    }

    /// Measurements of one face.
    struct Findings: Sendable {
        let quality: FaceQuality
        /// Features; nil if the mesh found no face.
        let features: GeometricFeatures?
    }

    /// Measurements of a face that do not need its mesh.
    struct Surface: Sendable {
        let hidden: FaceOcclusion
        let exposure: Exposure
        let sharpness: Double
    }

    /// Measures one face.
    ///
    /// - Parameters:
    ///   - face: The face in pixels of the full-size image.
    ///   - alignedCrop: Contents of its rectangle.
    ///   - toImage: The transform from the rectangle to the full-size image.
    ///   - source: A picture of the face and its surroundings.
    ///   - width: Width of the full-size image.
    ///   - height: Height of the full-size image.
    ///   - workspace: Reused memory.
    /// - Returns: The findings.
    func examine(
        _ face: Face, alignedCrop: Image, toImage: SimilarityTransform, source: DecodedImage,
        width: Int, height: Int, _ workspace: FaceWorkspace
    ) -> Findings {
        let surface = surface(alignedCrop, workspace)
        findMesh(of: face, in: source, workspace)
        return findings(surface, workspace.mesh, toImage: toImage, width: width, height: height)
    }

    /// Measures occlusion, light and focus of a face.
    ///
    /// - Parameters:
    ///   - alignedCrop: Contents of its rectangle.
    ///   - workspace: Reused memory.
    /// - Returns: The measurements.
    func surface(_ alignedCrop: Image, _ workspace: FaceWorkspace) -> Surface {
        // The network's input is 1.5 times as large, but a single reduction suffices for both.
        let small = alignedCrop.resizedByArea(
            width: Sharpness.side, height: Sharpness.side, into: &workspace.small)
        return Surface(
            hidden: occlusion.occlusion(inFace: small),
            exposure: Exposure(ofFace: alignedCrop, in: oval),
            sharpness: Sharpness(ofFace: small, in: oval).value)
    }

    /// Finds the points of a face and stores them in the workspace.
    ///
    /// - Parameters:
    ///   - face: The face in pixels of the full-size image.
    ///   - source: A picture of the face and its surroundings.
    ///   - workspace: Reused memory.
    func findMesh(of face: Face, in source: DecodedImage, _ workspace: FaceWorkspace) {
        landmarker.mesh(
            in: source.image, region: FaceMeshRegion(face.mapped(source.toFull.inverse)),
            into: &workspace.mesh)
    }

    /// Combines the measurements of a face.
    ///
    /// - Parameters:
    ///   - surface: Measurements of its rectangle.
    ///   - mesh: Its points.
    ///   - toImage: The transform from the rectangle to the full-size image.
    ///   - width: Width of the full-size image.
    ///   - height: Height of the full-size image.
    /// - Returns: The findings.
    func findings(
        _ surface: Surface, _ mesh: FaceMesh, toImage: SimilarityTransform, width: Int, height: Int
    ) -> Findings {
        // If the mesh found no face, its points are meaningless and are not reported.
        let isOnFace = mesh.isOfFace
        let pose = isOnFace ? HeadPose(of: mesh) : nil
        let visible = VisibleShare(
            rectangleToImage: toImage, width: width, height: height, in: oval)
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
