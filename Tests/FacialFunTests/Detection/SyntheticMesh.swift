@testable import FacialFun

/// Meshes of known pose and shape: the canonical face plus named points at typical positions.
enum SyntheticMesh {
    /// Positions of the named points on a neutral face: right side, in eye distances from the
    /// midpoint of the eyes, x to the viewer's right, y up, z to the viewer.
    private static func places(_ side: FaceMeshIndex.Side) -> [(Int, SIMD3<Double>)] {
        let single: [(Int, SIMD3<Double>)] = [
            (side.outerEyeCorner, SIMD3(-0.73, 0, 0)), (side.innerEyeCorner, SIMD3(-0.27, 0, 0.05)),
            (side.noseWing, SIMD3(-0.32, -0.6, 0.25)), (side.mouthCorner, SIMD3(-0.39, -1.1, 0.2)),
        ]
        let groups: [([Int], SIMD3<Double>)] = [
            (side.upperLid, SIMD3(-0.5, 0.08, 0.1)), (side.lowerLid, SIMD3(-0.5, -0.05, 0.1)),
            (side.innerBrow, SIMD3(-0.25, 0.36, 0.2)), (side.outerBrow, SIMD3(-0.7, 0.3, 0.1)),
        ]
        return single + groups.flatMap { indices, place in indices.map { ($0, place) } }
    }

    /// An exactly symmetric face; `moved` shifts named points along the axes of the head.
    static func face(
        pose: HeadPose = HeadPose(yaw: 0, pitch: 0, roll: 0), eyeDistance: Double = 80,
        center: SIMD3<Double> = SIMD3(200, 150, 0), moved: [Int: SIMD3<Double>] = [:]
    ) -> FaceMesh {
        var points = [SIMD3<Double>](repeating: .zero, count: FaceMesh.pointCount)
        for point in HeadPose.canonicalFace { points[point.index] = point.position }
        for (index, place) in places(FaceMeshIndex.right) { points[index] = place }
        for (index, place) in places(FaceMeshIndex.left) {
            points[index] = place * SIMD3(-1, 1, 1)
        }
        for (index, y) in [
            (FaceMeshIndex.upperLipTop, -1.0), (FaceMeshIndex.upperLipBottom, -1.1),
            (FaceMeshIndex.lowerLipTop, -1.1), (FaceMeshIndex.lowerLipBottom, -1.25),
        ] {
            points[index] = SIMD3(0, y, 0.3)
        }
        for (index, shift) in moved { points[index] += shift }
        let rotation = pose.rotation
        return FaceMesh(
            points: points.map { point in
                let turned = rotation.apply(point) * eyeDistance
                return center + SIMD3(turned.x, -turned.y, -turned.z / HeadPose.depthScale)
            }, presenceLogit: 10)
    }

    /// The mesh of a mirrored picture.
    static func mirrored(_ mesh: FaceMesh, width: Double) -> FaceMesh {
        var points = mesh.points.map { SIMD3(width - $0.x, $0.y, $0.z) }
        for pair in partners { points.swapAt(pair.right, pair.left) }
        return FaceMesh(points: points, presenceLogit: mesh.presenceLogit)
    }

    /// The pairs of right and left indices among the named points and the canonical face.
    static let partners: Set<Pair> = {
        let (right, left) = (FaceMeshIndex.right, FaceMeshIndex.left)
        func indices(_ side: FaceMeshIndex.Side) -> [Int] {
            [side.outerEyeCorner, side.innerEyeCorner, side.noseWing, side.mouthCorner]
                + side.upperLid + side.lowerLid + side.innerBrow + side.outerBrow
        }
        var pairs = Set(zip(indices(right), indices(left)).map { Pair(right: $0, left: $1) })
        for point in HeadPose.canonicalFace where point.position.x < 0 {
            let mirrored = point.position * SIMD3(-1, 1, 1)
            if let left = HeadPose.canonicalFace.first(where: { $0.position == mirrored }) {
                pairs.insert(Pair(right: point.index, left: left.index))
            }
        }
        return pairs
    }()

    /// A point on the right and its partner on the left.
    struct Pair: Hashable {
        let right: Int
        let left: Int
    }
}
