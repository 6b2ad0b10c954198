import FacialFunWire

/// A second decision by another network, for pictures in which the search found nothing.
///
/// The detector has low confidence in faces that are dark, contorted, half covered or turned away,
/// and gives them scores as low as those of a coffee cup. The face mesh was trained for another
/// task on other pictures, so it hardly ever makes the same mistakes. If both agree, lower
/// confidence of each is sufficient.
struct LowConfidenceFallback: Sendable {
    /// The minimum score of a candidate.
    static let candidateScore = 0.2
    /// Minimum width of a face for the fallback, as a share of the image's shorter side.
    ///
    /// Small faces would need many passes, because there are many small objects.
    static let nearShare = 0.35
    /// Maximum number of candidates to examine, most confident first.
    static let maxCandidates = 2
    /// The minimum confidence of a face, the mean score of the search and the refinement passes.
    static let minConfidence = 0.35
    /// The minimum sum of the mesh's logit and ``confidenceWeight`` times the confidence.
    static let minEvidence = 0.5
    /// Weight of a confidence of 1, in units of the mesh's logit.
    static let confidenceWeight = 5.0
    /// Mean logit of the mesh's first two results below which a candidate is rejected.
    static let earlyExitLogit = -6.0
    /// Minimum difference of the mesh's logits that marks a head as upside down: that of the
    /// rotated picture minus its own.
    static let upsideDownMargin = 5.0

    /// Test-time augmentation of the mesh.
    let meshAugmentation: MeshTestTimeAugmentation

    /// The candidates of the search that are worth a low-confidence fallback.
    func candidates(among faint: [Face], in image: Image) -> [Face] {
        let shorterSide = Double(min(image.width, image.height))
        let near = faint.filter {
            $0.box.width >= Self.nearShare * shorterSide
                && MeshTestTimeAugmentation.shows(image, $0.box.center)
        }
        return NonMaximumSuppression(overlap: 0.5).reduced(near, limit: Self.maxCandidates)
    }

    /// Whether a candidate is a face.
    ///
    /// - Parameters:
    ///   - face: The result of the refinement passes, with the mean score of search and passes.
    ///   - image: The picture.
    /// - Returns: Whether the mesh also finds it and does not prefer it upside down.
    func confirms(_ face: Face, in image: Image) -> Bool {
        guard face.confidence >= Self.minConfidence,
            MeshTestTimeAugmentation.shows(image, face.box.center)
        else { return false }
        let region = FaceMeshRegion(face)
        guard
            let upright = meshAugmentation.logit(
                in: image, from: [region, region.grown(by: 1.25)], earlyExit: Self.earlyExitLogit),
            upright + Self.confidenceWeight * face.confidence >= Self.minEvidence
        else { return false }
        let turned = meshAugmentation.logit(
            in: image, from: [region.turnedByHalf], earlyExit: -.infinity)
        return (turned ?? -.infinity) - upright < Self.upsideDownMargin
    }
}
