import FacialFunWire

/// Merges the results of neighboring anchors for one face.
///
/// The face becomes the mean of all faces that overlap the most confident one, weighted by their
/// scores; the highest score is kept. This follows the original pipeline; it stabilizes boxes and
/// points against changes from anchor to anchor.
struct WeightedNonMaximumSuppression: Hashable, Sendable {
    /// Intersection over union above which two faces are the same.
    var overlap = 0.3

    /// The merged faces, most confident first.
    func merged(_ faces: [Face]) -> [Face] {
        var (rest, merged) = (faces, [Face]())
        merge(&rest, into: &merged)
        return merged
    }

    /// Appends the merged faces, most confident first; empties `faces`.
    ///
    /// Allocates nothing if the arrays have enough capacity, except to sort hundreds of faces.
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
