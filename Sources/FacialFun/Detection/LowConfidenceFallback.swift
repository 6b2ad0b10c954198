import FacialFunWire

/// Looks once more, with another network, where the search found nothing in the whole picture.
///
/// The detector hesitates at faces that are dark, contorted, half covered or turned away, and gives
/// them the scores that it also gives to a coffee cup. The face mesh was trained for another task
/// on other pictures: it hardly ever takes a thing for a face that the detector takes for one. Where
/// the two agree, less certainty of each is enough.
struct LowConfidenceFallback: Sendable {
    /// The minimum score of a candidate.
    static let candidateScore = 0.2
    /// Only faces as wide as this share of the image's shorter side get a low-confidence fallback.
    ///
    /// A small face would cost many passes, and there are many small things.
    static let nearShare = 0.35
    /// Maximum number of candidates to examine, most confident first.
    static let maxCandidates = 2
    /// The minimum confidence of a face, the mean score of the search and the refinement passes.
    static let minConfidence = 0.35
    /// The minimum sum of the mesh's logit and ``confidenceWeight`` times the confidence.
    static let minEvidence = 0.5
    /// Weight of a confidence of 1, in units of the mesh's logit.
    static let confidenceWeight = 5.0
    /// A candidate to which the mesh's first two answers give a lower mean logit is no face.
    static let earlyExitLogit = -6.0
    /// A head of which the mesh is surer by this logit when it is turned by half a turn stands upside
    /// down.
    static let upsideDownMargin = 5.0

    /// Test-time augmentation of the mesh.
    let meshAugmentation: MeshTestTimeAugmentation

    /// The candidates that are worth a low-confidence fallback among those of the search.
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
    ///   - face: As the refinement passes show it, with the mean score of search and passes.
    ///   - image: The picture.
    /// - Returns: Whether the mesh sees it, too, and not rather upside down.
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
