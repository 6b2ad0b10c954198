import FaceGeometry

/// Merges what neighbouring anchors say of one face.
///
/// The face becomes the mean of all that overlap the surest one, weighted by their scores; the surest
/// one's score stays. This is the original pipeline's way; it steadies boxes and points against jumps
/// from anchor to anchor.
struct WeightedSuppression: Hashable, Sendable {
    /// Two faces are one above this intersection over union.
    var overlap = 0.3

    /// The merged faces, the surest first.
    func merged(_ faces: [Face]) -> [Face] {
        var rest = faces.sorted(by: Face.isSurer)
        var merged: [Face] = []
        while let first = rest.first {
            var group: [Face] = []
            var others: [Face] = []
            for face in rest {
                if face == first || face.box.intersectionOverUnion(first.box) > overlap {
                    group.append(face)
                } else {
                    others.append(face)
                }
            }
            merged.append(Self.mean(group, confidence: first.confidence))
            rest = others
        }
        return merged
    }

    /// The mean of box and points, weighted by confidence.
    static func mean(_ group: [Face], confidence: Double) -> Face {
        let total = group.reduce(0) { $0 + $1.confidence }
        func mean(_ value: (Face) -> Double) -> Double {
            group.reduce(0) { $0 + value($1) * $1.confidence } / total
        }
        func mean(_ point: KeyPath<FaceKeypoints, Point>) -> Point {
            Point(
                x: mean { $0.keypoints[keyPath: point].x },
                y: mean { $0.keypoints[keyPath: point].y })
        }
        return Face(
            box: Box(
                x: mean { $0.box.x }, y: mean { $0.box.y }, width: mean { $0.box.width },
                height: mean { $0.box.height }),
            keypoints: FaceKeypoints(
                rightEye: mean(\.rightEye), leftEye: mean(\.leftEye), noseTip: mean(\.noseTip),
                mouthCentre: mean(\.mouthCentre), rightEar: mean(\.rightEar),
                leftEar: mean(\.leftEar)),
            confidence: confidence)
    }
}
