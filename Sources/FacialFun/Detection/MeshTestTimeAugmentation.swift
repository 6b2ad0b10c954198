import FacialFunWire

/// Confidence of the face mesh, averaged over several regions and mirror images.
///
/// A single result of the mesh varies by several units of its logit when the region moves by a few
/// pixels. Each region is therefore tracked as in a video: on a face the mesh converges, on other
/// objects it drifts away. Each region is also mirrored.
struct MeshTestTimeAugmentation: Sendable {
    /// Number of consecutive regions; the first one only initializes the others.
    static let steps = 3

    /// The face mesh.
    let landmarker: FaceLandmarker

    /// The mean logit of the presence of a face.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - starts: The initial regions, at least one; their centers are inside the picture.
    ///   - earlyExit: Stops if the mean of the first two results is below this value.
    /// - Returns: `nil` after an early exit, or if the mesh drifted out of the picture.
    /// - Complexity: Six runs of the network for each start, two after an early exit.
    func logit(in image: Image, from starts: [FaceMeshRegion], earlyExit: Double) -> Double? {
        precondition(!starts.isEmpty, "at least one initial region is required")
        var settled: [Double] = []
        for (number, start) in starts.enumerated() {
            var region = start
            for step in 0..<Self.steps {
                guard Self.shows(image, region.center) else { return nil }
                let mesh = landmarker.mesh(in: image, region: region)
                let mirrored = landmarker.presenceLogit(in: image, mirrored: region)
                let answer = (Self.bounded(mesh.presenceLogit) + Self.bounded(mirrored)) / 2
                if step > 0 { settled.append(answer) }
                guard number > 0 || step > 0 || answer >= earlyExit,
                    let next = FaceMeshRegion(following: mesh)
                else { return nil }
                region = next
            }
        }
        return settled.reduce(0, +) / Double(settled.count)
    }

    /// Whether a point is inside a picture.
    static func shows(_ image: Image, _ point: Point) -> Bool {
        (0...Double(image.width)).contains(point.x) && (0...Double(image.height)).contains(point.y)
    }

    /// Limits a result to odds of 10¹² to 1, so that it cannot outweigh all others.
    private static func bounded(_ logit: Double) -> Double { min(max(logit, -27.63), 27.63) }
}
