#if canImport(Glibc)
    import Glibc
#endif

extension HeadPose {
    /// A rotation in the axes of the head (x to the viewer's right, y up, z to the viewer), as the
    /// rows of its matrix.
    struct Rotation: Hashable, Sendable {
        let first: SIMD3<Double>
        let second: SIMD3<Double>
        let third: SIMD3<Double>

        /// Applies the rotation to a point.
        func apply(_ point: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3((first * point).sum(), (second * point).sum(), (third * point).sum())
        }

        /// Applies the inverse rotation to a point.
        func undo(_ point: SIMD3<Double>) -> SIMD3<Double> {
            first * point.x + second * point.y + third * point.z
        }
    }

    /// The rotation of the angles: roll · pitch · yaw.
    var rotation: Rotation {
        let (y, p, r) = (yaw * .pi / 180, -pitch * .pi / 180, -roll * .pi / 180)
        let (cy, sy, cp, sp, cr, sr) = (cos(y), sin(y), cos(p), sin(p), cos(r), sin(r))
        return Rotation(
            first: SIMD3(cr * cy - sr * sp * sy, -sr * cp, cr * sy + sr * sp * cy),
            second: SIMD3(sr * cy + cr * sp * sy, cr * cp, sr * sy - cr * sp * cy),
            third: SIMD3(-cp * sy, sp, cp * cy))
    }

    /// The angles of a rotation; if the chin points straight up or down, the split into roll and
    /// yaw is arbitrary.
    init(_ rotation: Rotation) {
        let third = rotation.third
        self.init(
            yaw: atan2(-third.x, third.z) * 180 / .pi,
            pitch: -asin(min(max(third.y, -1), 1)) * 180 / .pi,
            roll: -atan2(-rotation.first.y, rotation.second.y) * 180 / .pi)
    }
}

extension HeadPose.Rotation {
    /// The least-squares rotation between two sets of points after the optimal shift and scale:
    /// Horn's quaternion, the eigenvector of the largest eigenvalue of a symmetric matrix.
    ///
    /// - Returns: `nil` if either set has no extent, so that all rotations are equivalent.
    init?(from source: [SIMD3<Double>], to target: [SIMD3<Double>]) {
        precondition(source.count == target.count, "both sets must have the same number of points")
        self.init(count: source.count, from: { source[$0] }, to: { target[$0] })
    }

    /// The same for points from a closure; does not allocate.
    init?(count: Int, from source: (Int) -> SIMD3<Double>, to target: (Int) -> SIMD3<Double>) {
        precondition(count > 0, "a rotation needs at least one point")
        var (sourceMean, targetMean) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
        for index in 0..<count {
            sourceMean += source(index)
            targetMean += target(index)
        }
        sourceMean /= Double(count)
        targetMean /= Double(count)
        var (x, y, z) = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
        for index in 0..<count {
            let (from, to) = (source(index) - sourceMean, target(index) - targetMean)
            x += from.x * to
            y += from.y * to
            z += from.z * to
        }
        guard (x * x + y * y + z * z).sum() > 0 else { return nil }
        let matrix = Matrix(
            SIMD4(x.x + y.y + z.z, y.z - z.y, z.x - x.z, x.y - y.x),
            SIMD4(y.z - z.y, x.x - y.y - z.z, x.y + y.x, z.x + x.z),
            SIMD4(z.x - x.z, x.y + y.x, y.y - x.x - z.z, y.z + z.y),
            SIMD4(x.y - y.x, z.x + x.z, y.z + z.y, z.z - x.x - y.y))
        self.init(quaternion: Self.dominantEigenvector(matrix))
    }

    /// The rotation of a unit quaternion, its real part first.
    private init(quaternion: SIMD4<Double>) {
        let (w, x, y, z) = (quaternion[0], quaternion[1], quaternion[2], quaternion[3])
        first = SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y))
        second = SIMD3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))
        third = SIMD3(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    }

    /// Four rows of four.
    private struct Matrix {
        private var rows: SIMD16<Double>

        init(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) {
            rows = SIMD16(
                lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d))
        }

        static let identity = Matrix(
            SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1))

        subscript(row: Int, column: Int) -> Double {
            get { rows[4 * row + column] }
            set { rows[4 * row + column] = newValue }
        }
    }

    /// The unit eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi's rotations.
    private static func dominantEigenvector(_ symmetric: Matrix) -> SIMD4<Double> {
        let size = 4
        var matrix = symmetric
        var vectors = Matrix.identity
        // Each sweep squares the error: eight exceed double precision.
        for _ in 0..<8 {
            for p in 0..<size - 1 {
                for q in p + 1..<size where matrix[p, q] != 0 {
                    let theta = (matrix[q, q] - matrix[p, p]) / (2 * matrix[p, q])
                    let sign = theta < 0 ? -1.0 : 1.0
                    let t = sign / (abs(theta) + (theta * theta + 1).squareRoot())
                    let c = 1 / (t * t + 1).squareRoot()
                    let s = t * c
                    for k in 0..<size {
                        let (a, b) = (matrix[k, p], matrix[k, q])
                        (matrix[k, p], matrix[k, q]) = (c * a - s * b, s * a + c * b)
                    }
                    for k in 0..<size {
                        let (a, b) = (matrix[p, k], matrix[q, k])
                        (matrix[p, k], matrix[q, k]) = (c * a - s * b, s * a + c * b)
                        let (u, v) = (vectors[k, p], vectors[k, q])
                        (vectors[k, p], vectors[k, q]) = (c * u - s * v, s * u + c * v)
                    }
                }
            }
        }
        var best = 0
        for index in 1..<size where matrix[index, index] > matrix[best, best] { best = index }
        return SIMD4(vectors[0, best], vectors[1, best], vectors[2, best], vectors[3, best])
    }
}
