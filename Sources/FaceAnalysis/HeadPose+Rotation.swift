#if canImport(Glibc)
    import Glibc
#endif

extension HeadPose {
    /// A rotation of space in the head's axes (x to the viewer's right, y up, z to the viewer), as
    /// the rows of its matrix.
    struct Rotation: Hashable, Sendable {
        let rows: [SIMD3<Double>]

        /// Where a point goes.
        func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3((rows[0] * point).sum(), (rows[1] * point).sum(), (rows[2] * point).sum())
        }

        /// Where a point comes from.
        func undo(_ point: SIMD3<Double>) -> SIMD3<Double> {
            rows[0] * point.x + rows[1] * point.y + rows[2] * point.z
        }
    }

    /// The rotation that the angles stand for: roll · pitch · yaw.
    var rotation: Rotation {
        let (y, p, r) = (yaw * .pi / 180, -pitch * .pi / 180, -roll * .pi / 180)
        let (cy, sy, cp, sp, cr, sr) = (cos(y), sin(y), cos(p), sin(p), cos(r), sin(r))
        return Rotation(rows: [
            SIMD3(cr * cy - sr * sp * sy, -sr * cp, cr * sy + sr * sp * cy),
            SIMD3(sr * cy + cr * sp * sy, cr * cp, sr * sy - cr * sp * cy),
            SIMD3(-cp * sy, sp, cp * cy),
        ])
    }

    /// The angles of a rotation; where the chin points straight up or down roll and yaw are one, and
    /// the split is arbitrary.
    init(_ rotation: Rotation) {
        let rows = rotation.rows
        self.init(
            yaw: atan2(-rows[2].x, rows[2].z) * 180 / .pi,
            pitch: -asin(min(max(rows[2].y, -1), 1)) * 180 / .pi,
            roll: -atan2(-rows[0].y, rows[1].y) * 180 / .pi)
    }
}

extension HeadPose.Rotation {
    /// The rotation that takes points onto others best, in the sense of least squares, after the
    /// best shift and scale: Horn's quaternion, the eigenvector of the largest eigenvalue of a
    /// symmetric matrix.
    ///
    /// - Returns: `nil` where either set has no extent, so that every rotation is as good.
    init?(from source: [SIMD3<Double>], to target: [SIMD3<Double>]) {
        precondition(source.count == target.count && !source.isEmpty, "points come in pairs")
        let sourceMean = source.reduce(.zero, +) / Double(source.count)
        let targetMean = target.reduce(.zero, +) / Double(target.count)
        var (x, y, z) = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
        for (a, b) in zip(source, target) {
            let (from, to) = (a - sourceMean, b - targetMean)
            x += from.x * to
            y += from.y * to
            z += from.z * to
        }
        guard (x * x + y * y + z * z).sum() > 0 else { return nil }
        let matrix = [
            [x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x],
            [y.z - z.y, x.x - y.y - z.z, x.y + y.x, z.x + x.z],
            [z.x - x.z, x.y + y.x, y.y - x.x - z.z, y.z + z.y],
            [x.y - y.x, z.x + x.z, y.z + z.y, z.z - x.x - y.y],
        ]
        self.init(quaternion: Self.dominantEigenvector(matrix))
    }

    /// The rotation of a unit quaternion, its real part first.
    private init(quaternion: [Double]) {
        let (w, x, y, z) = (quaternion[0], quaternion[1], quaternion[2], quaternion[3])
        rows = [
            SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
        ]
    }

    /// The unit eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi's rotations.
    private static func dominantEigenvector(_ symmetric: [[Double]]) -> [Double] {
        let size = symmetric.count
        var matrix = symmetric
        var vectors = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0.0 } }
        // Each sweep squares the error: eight are more than double precision can use.
        for _ in 0..<8 {
            for p in 0..<size - 1 {
                for q in p + 1..<size where matrix[p][q] != 0 {
                    let theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
                    let sign = theta < 0 ? -1.0 : 1.0
                    let t = sign / (abs(theta) + (theta * theta + 1).squareRoot())
                    let c = 1 / (t * t + 1).squareRoot()
                    let s = t * c
                    for k in 0..<size {
                        let (a, b) = (matrix[k][p], matrix[k][q])
                        (matrix[k][p], matrix[k][q]) = (c * a - s * b, s * a + c * b)
                    }
                    for k in 0..<size {
                        let (a, b) = (matrix[p][k], matrix[q][k])
                        (matrix[p][k], matrix[q][k]) = (c * a - s * b, s * a + c * b)
                        let (u, v) = (vectors[k][p], vectors[k][q])
                        (vectors[k][p], vectors[k][q]) = (c * u - s * v, s * u + c * v)
                    }
                }
            }
        }
        var best = 0
        for index in 1..<size where matrix[index][index] > matrix[best][best] { best = index }
        return (0..<size).map { vectors[$0][best] }
    }
}
