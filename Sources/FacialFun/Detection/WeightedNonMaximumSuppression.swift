import FacialFunWire

/// Merges what neighboring anchors say of one face.
///
/// The face becomes the mean of all that overlap the surest one, weighted by their scores; the surest
/// one's score stays. This is the original pipeline's way; it steadies boxes and points against jumps
/// from anchor to anchor.
struct WeightedNonMaximumSuppression: Hashable, Sendable {
    /// Two faces are one above this intersection over union.
    var overlap = 0.3

    /// The merged faces, the surest first.
    func merged(_ faces: [Face]) -> [Face] {
        var (rest, merged) = (faces, [Face]())
        merge(&rest, into: &merged)
        return merged
    }

    /// Adds the merged faces to others, the surest first; `faces` is used up.
    ///
    /// Allocates nothing where the arrays have room, but to sort hundreds of faces.
    func merge(_ faces: inout [Face], into merged: inout [Face]) {
        faces.order(by: Face.isSurer)
        while faces.count > 0 {
            let first = faces[0]
            var mean = FaceMean()
            var left = 0
            for index in 0..<faces.count {
                let face = faces[index]
                if face == first || face.box.intersectionOverUnion(first.box) > overlap {
                    mean.add(face)
                } else {
                    faces[left] = face
                    left += 1
                }
            }
            faces.removeLast(faces.count - left)
            merged.append(mean.face(confidence: first.confidence))
        }
    }
}
