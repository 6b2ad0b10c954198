import FacialFunWire

/// The mean of the boxes and points of some faces, weighted by their confidence.
struct FaceMean: Hashable, Sendable {
    private var weight = 0.0
    private var box = Box(x: 0, y: 0, width: 0, height: 0)
    private var points = FaceKeypoints(
        rightEye: Point(x: 0, y: 0), leftEye: Point(x: 0, y: 0), noseTip: Point(x: 0, y: 0),
        mouthCentre: Point(x: 0, y: 0), rightEar: Point(x: 0, y: 0), leftEar: Point(x: 0, y: 0))

    /// Adds a face.
    mutating func add(_ face: Face) {
        let share = face.confidence
        weight += share
        box.x += face.box.x * share
        box.y += face.box.y * share
        box.width += face.box.width * share
        box.height += face.box.height * share
        Self.add(face.keypoints.rightEye, share, to: &points.rightEye)
        Self.add(face.keypoints.leftEye, share, to: &points.leftEye)
        Self.add(face.keypoints.noseTip, share, to: &points.noseTip)
        Self.add(face.keypoints.mouthCentre, share, to: &points.mouthCentre)
        Self.add(face.keypoints.rightEar, share, to: &points.rightEar)
        Self.add(face.keypoints.leftEar, share, to: &points.leftEar)
    }

    /// The mean of the added faces, at least one, with the given confidence.
    func face(confidence: Double) -> Face {
        precondition(weight > 0, "a mean needs at least one face")
        return Face(
            box: Box(
                x: box.x / weight, y: box.y / weight, width: box.width / weight,
                height: box.height / weight),
            keypoints: points.mapped { Point(x: $0.x / weight, y: $0.y / weight) },
            confidence: confidence)
    }

    private static func add(_ point: Point, _ share: Double, to sum: inout Point) {
        sum.x += point.x * share
        sum.y += point.y * share
    }
}
