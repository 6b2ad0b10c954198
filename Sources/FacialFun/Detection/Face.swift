package import FacialFunWire

/// A detected face, in pixels of the image.
package struct Face: Hashable, Sendable {
    /// The square box from forehead to chin; it may extend beyond the image.
    package var box: Box
    /// The six points.
    package var keypoints: FaceKeypoints
    /// Confidence of the detector, 0…1.
    package var confidence: Double

    /// Makes a face from its parts.
    package init(box: Box, keypoints: FaceKeypoints, confidence: Double) {
        self.box = box
        self.keypoints = keypoints
        self.confidence = confidence
    }

    /// The face mapped by a transform: points are mapped, the box stays upright and is scaled.
    package func mapped(_ map: SimilarityTransform) -> Face {
        let (width, height) = (box.width * map.scale, box.height * map.scale)
        let center = map.apply(box.center)
        return Face(
            box: Box(
                x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
            keypoints: keypoints.mapped { map.apply($0) }, confidence: confidence)
    }
}

extension Face {
    /// Strict order by confidence, highest first.
    ///
    /// Position and size break ties, so the order does not depend on the order of detection.
    static func isSurer(_ a: Face, _ b: Face) -> Bool {
        if a.confidence != b.confidence { return a.confidence > b.confidence }
        return isLarger(a, b)
    }

    /// A strict order by the box's area, the largest first; then from top to bottom and from left
    /// to right.
    static func isLarger(_ a: Face, _ b: Face) -> Bool {
        if a.box.area != b.box.area { return a.box.area > b.box.area }
        if a.box.y != b.box.y { return a.box.y < b.box.y }
        return a.box.x < b.box.x
    }
}
