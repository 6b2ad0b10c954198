/// The scores of a model's own classes for one face: probabilities that sum to 1.
///
/// `facialfun-lab fit` adds such classes to a model. The wire format is
/// `{"top": "calm", "scores": {"calm": 0.9, "tense": 0.1}}`.
public struct ClassScores: Hashable, Sendable {
    /// The names of the classes, sorted by their UTF-8 bytes.
    public let names: [String]
    /// The scores in the order of ``names``, each 0…1.
    public let values: [Float]

    /// Validates scores; nil unless there is one for each of at least two names, and they are
    /// finite, within 0…1, and sum to 1 within 1e-3.
    public init?(names: [String], values: [Float]) {
        // NaN fails these comparisons.
        guard names.count >= 2, names.count == values.count,
            values.allSatisfy({ $0 >= 0 && $0 <= 1 }), abs(values.reduce(0, +) - 1) <= 1e-3
        else { return nil }
        self.names = names
        self.values = values
    }

    /// The class with the highest score; the earlier in ``names`` wins a tie.
    public var top: String {
        var best = 0
        for index in values.indices where values[index] > values[best] { best = index }
        return names[best]
    }
}

extension ClassScores: Decodable {
    private enum CodingKeys: String, CodingKey { case top, scores }

    /// Decodes the scores; the top class follows from them.
    ///
    /// - Throws: `DecodingError` if they are not probabilities.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let scores = try container.nestedContainer(keyedBy: ClassName.self, forKey: .scores)
        let keys = scores.allKeys.sorted { UTF8Key($0.stringValue) < UTF8Key($1.stringValue) }
        let values = try keys.map { try scores.decode(Float.self, forKey: $0) }
        guard let value = ClassScores(names: keys.map(\.stringValue), values: values) else {
            throw DecodingError.dataCorruptedError(
                forKey: .scores, in: container,
                debugDescription: "scores must be in 0…1 and sum to 1")
        }
        self = value
    }
}

/// A class's name as a coding key.
private struct ClassName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
