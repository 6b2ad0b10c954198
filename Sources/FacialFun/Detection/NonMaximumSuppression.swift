import FacialFunWire

/// Leaves one box a face where several scales found it: the surest one.
struct NonMaximumSuppression: Hashable, Sendable {
    /// Two boxes are one face above this intersection over union.
    var overlap: Double
    /// A box that lies in another by more than this share of the smaller one is the same face.
    var containment = 0.7
    /// A box narrower than this share of the other is a distant face instead, wherever it lies.
    var distantWidth = 0.35

    /// The surest faces without duplicates, at most so many, the surest first.
    func reduced(_ faces: [Face], limit: Int = .max) -> [Face] {
        var kept = faces
        reduce(&kept, limit: limit)
        return kept
    }

    /// Leaves the surest faces without duplicates in place, at most so many, the surest first.
    ///
    /// Allocates nothing, but to sort hundreds of faces.
    func reduce(_ faces: inout [Face], limit: Int = .max) {
        faces.order(by: Face.isSurer)
        var kept = 0
        for index in 0..<faces.count where kept < limit {
            let face = faces[index]
            var isKnown = false
            for other in 0..<kept where areOne(faces[other].box, face.box) { isKnown = true }
            if isKnown { continue }
            faces[kept] = face
            kept += 1
        }
        faces.removeLast(faces.count - kept)
    }

    private func areOne(_ a: Box, _ b: Box) -> Bool {
        let ratio = a.intersectionOverUnion(b)
        if ratio > overlap { return true }
        guard min(a.width, b.width) >= distantWidth * max(a.width, b.width) else { return false }
        // intersection = ratio · union, and union = sum of the areas − intersection.
        let intersection = ratio * (a.area + b.area) / (1 + ratio)
        return intersection > containment * min(a.area, b.area)
    }
}
