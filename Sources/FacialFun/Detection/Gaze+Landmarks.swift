import FacialFunWire

#if canImport(Glibc)
    import Glibc
#endif

extension Gaze {
    /// One eye of the mesh: indices of its points.
    private struct Eye {
        /// Sign that maps both eyes to the same orientation: −1 for the right eye, 1 for the left.
        let sign: Double
        let side: FaceMeshIndex.Side
        /// The center of the iris.
        let iris: Int
    }

    private static let rightEye = Eye(sign: -1, side: FaceMeshIndex.right, iris: 468)
    private static let leftEye = Eye(sign: 1, side: FaceMeshIndex.left, iris: 473)

    /// Minimum distance of the lids of an open eye, in widths of the eye.
    static let minOpening = 0.1

    // Factors in degrees, or in degrees per eye width, which training/measure/gaze.py fitted to
    // rendered eyes of known direction. The mesh moves both irises together, so the mean offset of
    // both has more weight than that of one eye. The lids determine the pitch more than the iris
    // does.
    private static let yawFactors = (side: 2.2, own: 1.1, both: 128.7)
    private static let pitchFactors = (
        constant: -13.8, iris: 4.0, upper: 168.0, lower: 161.7
    )

    /// The gaze of a face, from the positions of its irises and lids in the axes of the head.
    ///
    /// - Returns: nil if an eye is closed, or the points have no shape.
    init?(of landmarks: FaceLandmarks) {
        let mesh = FaceMesh(
            points: Array(landmarks.points.prefix(FaceMesh.pointCount)), presenceLogit: 0)
        guard let head = HeadPose.rotation(of: mesh),
            let right = Offsets(Self.rightEye, landmarks, head),
            let left = Offsets(Self.leftEye, landmarks, head)
        else { return nil }
        let both = (right.iris.x + left.iris.x) / 2
        self.init(
            right: Self.direction(of: Self.rightEye, right, both: both, head),
            left: Self.direction(of: Self.leftEye, left, both: both, head))
    }

    /// Positions of iris and lids in the axes of the head: relative to the midpoint of the corners,
    /// in widths of the eye.
    private struct Offsets {
        let iris: SIMD3<Double>
        let upper: Double
        let lower: Double

        /// nil if the eye is closed or has no width.
        init?(_ eye: Eye, _ landmarks: FaceLandmarks, _ head: HeadPose.Rotation) {
            func point(_ index: Int) -> SIMD3<Double> {
                HeadPose.upright(landmarks.points[index])
            }
            func mean(_ indices: [Int]) -> SIMD3<Double> {
                indices.reduce(SIMD3.zero) { $0 + point($1) } / Double(indices.count)
            }
            let (outer, inner) = (point(eye.side.outerEyeCorner), point(eye.side.innerEyeCorner))
            let across = outer - inner
            let width = (across * across).sum().squareRoot()
            guard width > 0, width.isFinite else { return nil }
            func offset(_ point: SIMD3<Double>) -> SIMD3<Double> {
                head.undo((point - (outer + inner) / 2) / width)
            }
            iris = offset(point(eye.iris))
            upper = offset(mean(eye.side.upperLid)).y
            lower = offset(mean(eye.side.lowerLid)).y
            guard iris.x.isFinite, iris.y.isFinite, upper - lower >= Gaze.minOpening else {
                return nil
            }
        }
    }

    private static func direction(
        of eye: Eye, _ offsets: Offsets, both: Double, _ head: HeadPose.Rotation
    ) -> Direction {
        let yaw =
            yawFactors.side * eye.sign + yawFactors.own * offsets.iris.x + yawFactors.both * both
        let pitch =
            pitchFactors.constant + pitchFactors.iris * offsets.iris.y
            + pitchFactors.upper * offsets.upper + pitchFactors.lower * offsets.lower
        let (y, p) = (yaw * .pi / 180, pitch * .pi / 180)
        let seen = head.apply(SIMD3(sin(y) * cos(p), sin(p), cos(y) * cos(p)))
        return Direction(
            yaw: atan2(seen.x, seen.z) * 180 / .pi,
            pitch: asin(min(max(seen.y, -1), 1)) * 180 / .pi)
    }
}
