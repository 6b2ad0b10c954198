import FacialFunWire

/// Confidence of the face mesh, averaged over several regions and mirror images.
///
/// One answer of the mesh jumps by several units of its logit when the region moves by a few
/// pixels. From each region the mesh is therefore followed as from one video frame to the next: on a
/// face it settles there, on anything else it wanders off. Each region is also shown mirrored.
struct MeshTestTimeAugmentation: Sendable {
    /// Number of consecutive regions; the first one only initializes the others.
    static let steps = 3

    /// The face mesh.
    let landmarker: FaceLandmarker

    /// The mean logit of the presence of a face.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - starts: Where to begin, at least one region; their centers lie in the picture.
    ///   - earlyExit: Stops if the mean of the first two results is below this value.
    /// - Returns: `nil` where it was hopeless, or where the mesh wandered out of the picture.
    /// - Complexity: Six runs of the network for each start, two when hopeless.
    func logit(in image: Image, from starts: [FaceMeshRegion], earlyExit: Double) -> Double? {
        precondition(!starts.isEmpty, "a panel begins somewhere")
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

    /// Whether a point lies in a picture.
    static func shows(_ image: Image, _ point: Point) -> Bool {
        (0...Double(image.width)).contains(point.x) && (0...Double(image.height)).contains(point.y)
    }

    /// No answer counts for more than odds of 10¹² to 1, so that none outweighs all others.
    private static func bounded(_ logit: Double) -> Double { min(max(logit, -27.63), 27.63) }
}
