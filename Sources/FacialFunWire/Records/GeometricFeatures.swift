/// Geometric features of a face, independent of its size and nearly independent of its pose.
///
/// The unit is the distance between the centers of the eyes. The library `FaceAnalysis` measures
/// them on the face mesh. The wire format is an object from feature name to value, all present.
///
/// The differences between resting faces of people are larger than the effect of a small
/// expression, so compare with the person's own neutral face if possible. The model card of the
/// face mesh has the measured spreads.
public struct GeometricFeatures: Hashable, Sendable {
    /// The features in order, created once.
    private static let order = GeometricFeature.allCases

    /// The values in the order of ``order``, then zeros; stored inline, so that a frame's report
    /// allocates nothing.
    private var lanes = SIMD32<Double>.zero

    /// Measures each feature, in the order of `GeometricFeature.allCases`.
    ///
    /// - Parameter measure: Returns a feature's value, a finite number.
    public init(_ measure: (GeometricFeature) -> Double) {
        for index in 0..<Self.order.count { lanes[index] = measure(Self.order[index]) }
    }

    /// Creates features from values.
    ///
    /// - Parameter values: Finite numbers in the order of `GeometricFeature.allCases`.
    /// - Precondition: There is one number per feature.
    public init(values: [Double]) {
        precondition(
            values.count == Self.order.count,
            "expected \(Self.order.count) features, not \(values.count)")
        for index in 0..<values.count { lanes[index] = values[index] }
    }

    /// The values in the order of `GeometricFeature.allCases`.
    public var values: [Double] { Self.order.indices.map { lanes[$0] } }

    /// A feature's value in units of the distance between the eyes.
    public subscript(feature: GeometricFeature) -> Double { lanes[Self.index(feature)] }

    /// The features of the mirrored face.
    public var mirrored: GeometricFeatures { GeometricFeatures { self[$0.mirrored] } }

    /// The index of a feature in ``values``.
    private static func index(_ feature: GeometricFeature) -> Int {
        guard let index = order.firstIndex(of: feature) else {
            preconditionFailure("allCases has every case")
        }
        return index
    }
}

extension GeometricFeatures: Decodable {
    /// Decodes the object from feature name to value.
    ///
    /// - Throws: `DecodingError` if a name is missing or a value is not a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FeatureKey.self)
        self.init(
            values: try GeometricFeature.allCases.map { feature in
                try container.decode(Double.self, forKey: FeatureKey(feature))
            })
    }
}

/// A feature's name as a coding key.
private struct FeatureKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ feature: GeometricFeature) { stringValue = feature.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
