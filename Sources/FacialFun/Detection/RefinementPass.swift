import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

/// Second look at a candidate: upright, in the center of the input, and at a fixed size.
///
/// The network is surest about such faces and gives them steady boxes; what only resembled a face at
/// one scale and angle falls away.
struct RefinementPass: Hashable, Sendable {
    /// The passes at every candidate: two, because what resembles a face at one size does not at
    /// another.
    static let all = [RefinementPass(faceWidth: 64), RefinementPass(faceWidth: 48)]

    /// The pass that finds heads upside down: the picture is turned by half a turn.
    ///
    /// The search cannot read such a head, but it can mistake the chin for a forehead and find a face
    /// where there is one the other way up. No answer is right then, and a guess is wrong.
    ///
    /// Its border is wider: with 96 samples it misses twice as many such heads.
    static let upsideDown = RefinementPass(faceWidth: 56, inputSide: 128, isTurned: true)

    /// Width of the candidate's box in network pixels.
    var faceWidth: Double
    /// Side of the input, in pixels.
    ///
    /// To see what is upright, a border of a quarter to half a face about the candidate does as well as
    /// a wider one.
    var inputSide = 96
    /// Whether the network sees the candidate upside down.
    var isTurned = false
    /// The best face of a pass is the candidate if it overlaps it by this intersection over
    /// union.
    static let overlap = 0.3

    /// Maximum rotation of candidates to be turned upright, in degrees.
    ///
    /// The network does not know upside-down heads; apparent ones are mostly false detections.
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
        let middle = Double(inputSide) / 2
        let center = candidate.box.center
        return SimilarityTransform(
            a: a, b: b, tx: center.x - (a - b) * middle, ty: center.y - (b + a) * middle)
    }

    /// The candidate among the faces of a pass, in the input's pixels.
    func confirmed(_ faces: [Face]) -> Face? {
        let corner = (Double(inputSide) - faceWidth) / 2
        let middle = Box(x: corner, y: corner, width: faceWidth, height: faceWidth)
        for index in 0..<faces.count {
            let face = faces[index]
            if face.box.intersectionOverUnion(middle) > Self.overlap { return face }
        }
        return nil
    }
}
