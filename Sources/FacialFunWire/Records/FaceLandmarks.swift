/// The 478 points of a face, on request: the 468 of MediaPipe's face mesh, then five on each iris.
///
/// x and y are pixels of the upright image; z is the depth in the same unit, smaller nearer to the
/// camera, relative to the head. The wire format is an array of `[x, y, z]`, rounded to hundredths.
public struct FaceLandmarks: Hashable, Sendable {
    /// The number of points.
    public static let count = 478

    /// The points, by MediaPipe's indices.
    public let points: [SIMD3<Double>]

    /// Creates landmarks from points.
    ///
    /// - Precondition: There are ``count`` points.
    public init(points: [SIMD3<Double>]) {
        precondition(points.count == Self.count, "expected \(Self.count) points")
        self.points = points
    }

    /// The coordinates in reports: x, y and z, rounded to hundredths of a pixel.
    package func coordinates(of index: Int) -> [Double] {
        let point = points[index]
        return [point.x, point.y, point.z].map { ($0 * 100).rounded() / 100 }
    }
}

extension FaceLandmarks: Decodable {
    /// Decodes the array of `[x, y, z]`.
    ///
    /// - Throws: `DecodingError` unless there are ``count`` points of three numbers.
    public init(from decoder: any Decoder) throws {
        let rows = try [[Double]](from: decoder)
        guard rows.count == Self.count, rows.allSatisfy({ $0.count == 3 }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected \(Self.count) points of three numbers"))
        }
        self.init(points: rows.map { SIMD3($0[0], $0[1], $0[2]) })
    }
}
