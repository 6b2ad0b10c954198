import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// Refinement of a candidate: upright, in the center of the input, and at a fixed size.
///
/// The network is most confident about such faces and gives them stable boxes; objects that
/// resembled a face only at one scale and angle are rejected.
struct RefinementPass: Hashable, Sendable {
    /// The passes for every candidate: two sizes, because an object may resemble a face at only one
    /// of them.
    static let all = [RefinementPass(faceWidth: 64), RefinementPass(faceWidth: 48)]

    /// The pass that detects upside-down heads, with the picture rotated by 180 degrees.
    ///
    /// The search is not designed for such heads, but it may mistake the chin for a forehead and
    /// find an upright face, whose scores would be wrong.
    ///
    /// This pass has a wider border: with 96 samples it misses twice as many such heads.
    static let upsideDown = RefinementPass(faceWidth: 56, inputSide: 128, isTurned: true)

    /// Width of the candidate's box in network pixels.
    var faceWidth: Double
    /// Side of the input, in pixels.
    ///
    /// For upright faces, a border of a quarter to half a face is as good as a wider one.
    var inputSide = 96
    /// Whether the candidate is rotated by 180 degrees.
    var isTurned = false
    /// Minimum intersection over union of the best face of a pass with the candidate.
    static let overlap = 0.3

    /// Maximum rotation of candidates to be turned upright, in degrees.
    ///
    /// The network was not trained with upside-down heads, so most candidates beyond this angle are
    /// false detections.
    static let maxRoll = 75.0

    /// Mapping of the network's input to the image.
    func inputToImage(_ candidate: Face) -> SimilarityTransform {
        let eyes = (candidate.keypoints.rightEye, candidate.keypoints.leftEye)
        let distance = eyes.0.distance(to: eyes.1)
        let scale = candidate.box.width / faceWidth
        var (a, b) = (scale, 0.0)
        let cosine = distance > 0 ? (eyes.1.x - eyes.0.x) / distance : 0
        if cosine > cos(Self.maxRoll * .pi / 180) {
            a = scale * cosine
            b = scale * (eyes.1.y - eyes.0.y) / distance
        }
        if isTurned { (a, b) = (-a, -b) }
        let half = Double(inputSide) / 2
        let center = candidate.box.center
        return SimilarityTransform(
            a: a, b: b, tx: center.x - (a - b) * half, ty: center.y - (b + a) * half)
    }

    /// The face of a pass that corresponds to the candidate, in the input's pixels.
    func confirmed(_ faces: [Face]) -> Face? {
        let corner = (Double(inputSide) - faceWidth) / 2
        let expected = Box(x: corner, y: corner, width: faceWidth, height: faceWidth)
        for index in 0..<faces.count {
            let face = faces[index]
            if face.box.intersectionOverUnion(expected) > Self.overlap { return face }
        }
        return nil
    }
}
