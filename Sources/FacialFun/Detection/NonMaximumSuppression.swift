import FacialFunWire

/// Keeps the most confident box of each face that several scales found.
struct NonMaximumSuppression: Hashable, Sendable {
    /// Intersection over union above which two boxes are the same face.
    var overlap: Double
    /// Share of the smaller box inside the other above which both are the same face.
    var containment = 0.7
    /// Ratio of widths below which the smaller box is a separate, distant face, regardless of its
    /// position.
    var distantWidth = 0.35

    /// The most confident faces without duplicates, up to a limit, in descending order.
    func reduced(_ faces: [Face], limit: Int = .max) -> [Face] {
        var kept = faces
        reduce(&kept, limit: limit)
        return kept
    }

    /// Reduces an array to the most confident faces without duplicates, up to a limit, in
    /// descending order.
    ///
    /// Allocates nothing, except to sort hundreds of faces.
    func reduce(_ faces: inout [Face], limit: Int = .max) {
        faces.order(by: Face.isSurer)
        var kept = 0
        for index in 0..<faces.count where kept < limit {
            let face = faces[index]
            var isKnown = false
            for other in 0..<kept where areSameFace(faces[other].box, face.box) { isKnown = true }
            if isKnown { continue }
            faces[kept] = face
            kept += 1
        }
        faces.removeLast(faces.count - kept)
    }

    private func areSameFace(_ a: Box, _ b: Box) -> Bool {
        let ratio = a.intersectionOverUnion(b)
        if ratio > overlap { return true }
        guard min(a.width, b.width) >= distantWidth * max(a.width, b.width) else { return false }
        // intersection = ratio · union, and union = sum of the areas − intersection.
        let intersection = ratio * (a.area + b.area) / (1 + ratio)
        return intersection > containment * min(a.area, b.area)
    }
}
