import FaceGeometry
import FaceImaging

/// Looks once more, with another network, where the search found nothing in the whole picture.
///
/// The detector hesitates at faces that are dark, contorted, half covered or turned away, and gives
/// them the scores that it also gives to a coffee cup. The face mesh was trained for another task
/// on other pictures: it hardly ever takes a thing for a face that the detector takes for one. Where
/// the two agree, less certainty of each is enough.
struct SecondChance: Sendable {
    /// The least score of a candidate.
    static let candidateScore = 0.2
    /// Only faces as wide as this share of the image's shorter side get a second chance.
    ///
    /// A small face would cost many looks, and there are many small things.
    static let nearShare = 0.35
    /// So many candidates are looked at, the surest first.
    static let mostCandidates = 2
    /// The least confidence of a face, the mean score of the search and the closer looks.
    static let leastConfidence = 0.35
    /// The least sum of the mesh's logit and ``confidenceWeight`` times the confidence.
    static let leastEvidence = 0.5
    /// So much of the mesh's logit a confidence of 1 is worth.
    static let confidenceWeight = 5.0
    /// A candidate to which the mesh's first two answers give a lower mean logit is no face.
    static let hopelessLogit = -6.0
    /// A head of which the mesh is surer by this logit when it is turned by half a turn stands upside
    /// down.
    static let upsideDownMargin = 5.0

    /// What the mesh says.
    let panel: MeshPanel

    /// The candidates that are worth a second chance among those of the search.
    func candidates(among faint: [Face], in image: Image) -> [Face] {
        let shorterSide = Double(min(image.width, image.height))
        let near = faint.filter {
            $0.box.width >= Self.nearShare * shorterSide && MeshPanel.shows(image, $0.box.centre)
        }
        return DuplicateRemoval(overlap: 0.5).reduced(near, limit: Self.mostCandidates)
    }

    /// Whether a candidate is a face.
    ///
    /// - Parameters:
    ///   - face: As the closer looks show it, with the mean score of search and looks.
    ///   - image: The picture.
    /// - Returns: Whether the mesh sees it, too, and not rather upside down.
    func confirms(_ face: Face, in image: Image) -> Bool {
        guard face.confidence >= Self.leastConfidence,
            MeshPanel.shows(image, face.box.centre)
        else { return false }
        let region = FaceMeshRegion(face)
        guard
            let upright = panel.logit(
                in: image, from: [region, region.grown(by: 1.25)], hopeless: Self.hopelessLogit),
            upright + Self.confidenceWeight * face.confidence >= Self.leastEvidence
        else { return false }
        let turned = panel.logit(in: image, from: [region.turnedByHalf], hopeless: -.infinity)
        return (turned ?? -.infinity) - upright < Self.upsideDownMargin
    }
}
