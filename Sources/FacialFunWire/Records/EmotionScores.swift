/// Scores of the emotions that a face shows: eight probabilities that sum to 1.
///
/// A score describes the expression that a face shows, not what the person feels. The wire format
/// is an object from emotion name to score: `{"neutral": 0.9, "happiness": 0.1, …}`, all eight
/// present.
public struct EmotionScores: Hashable, Sendable {
    /// The eight scores in the order of ``Emotion/allCases``, each 0…1.
    public let values: SIMD8<Float>

    /// The emotions in order, created once.
    private static let order = Emotion.allCases

    /// Creates scores without validation.
    ///
    /// - Parameter values: Eight finite numbers in 0…1 that sum to 1 within 1e-4, in the order of
    ///   ``Emotion/allCases``; other numbers are a programming error and stop the program.
    public init(_ values: SIMD8<Float>) {
        precondition(
            Self.areProbabilities(values), "scores must be in 0…1 and sum to 1, got \(values)")
        self.values = values
    }

    /// Validates numbers from outside; nil unless they are finite, within 0…1, and sum to 1 within
    /// 1e-4.
    ///
    /// - Parameter values: Eight numbers in the order of ``Emotion/allCases``.
    public init?(checking values: SIMD8<Float>) {
        guard Self.areProbabilities(values) else { return nil }
        self.values = values
    }

    /// Whether the eight numbers are finite, within 0…1, and sum to 1 within 1e-4.
    static func areProbabilities(_ values: SIMD8<Float>) -> Bool {
        // NaN fails both comparisons.
        values.min() >= 0 && values.max() <= 1 && abs(values.sum() - 1) <= 1e-4
    }

    /// The scores without withheld emotions.
    ///
    /// Their scores become 0, and their share is distributed to the others in proportion; the
    /// scores stay unchanged if the others have none.
    public func without(_ withheld: [Emotion]) -> EmotionScores {
        var left = values
        for emotion in withheld { left[emotion.index] = 0 }
        let sum = left.sum()
        guard !withheld.isEmpty, sum > 0 else { return self }
        return EmotionScores(checking: left / sum) ?? self
    }

    /// The score of one emotion, 0…1.
    public subscript(emotion: Emotion) -> Float { values[emotion.index] }

    /// The emotion with the highest score; the earlier in ``Emotion/allCases`` wins a tie.
    public var top: Emotion {
        var top = Emotion.neutral
        for index in 0..<Self.order.count where self[Self.order[index]] > self[top] {
            top = Self.order[index]
        }
        return top
    }
}

extension EmotionScores: Decodable {
    /// Decodes the object from emotion name to score.
    ///
    /// - Throws: `DecodingError` if a name is missing or the scores are not probabilities.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EmotionKey.self)
        var values = SIMD8<Float>()
        for emotion in Emotion.allCases {
            values[emotion.index] = try container.decode(Float.self, forKey: EmotionKey(emotion))
        }
        guard Self.areProbabilities(values) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "scores must be in 0…1 and sum to 1"))
        }
        self.values = values
    }
}

/// An emotion's name as a coding key.
private struct EmotionKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ emotion: Emotion) { stringValue = emotion.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
