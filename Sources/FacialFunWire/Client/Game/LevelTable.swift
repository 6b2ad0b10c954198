/// Thresholds and times of all levels.
public struct LevelTable: Hashable, Sendable, Decodable {
    /// Parameters of a level that are common to all emotions.
    public struct Rule: Hashable, Sendable, Decodable {
        /// The level, 1…5.
        public let level: Int
        /// Intended pass rate of faces labeled with the target.
        public let passRate: Double
        /// Required hold time in milliseconds.
        public let holdMilliseconds: Int
        /// Time before the first hint of an attempt, in milliseconds; nil for no hints.
        public let hintAfterMilliseconds: Int?
    }

    /// Threshold of an emotion at a level.
    public struct Goal: Hashable, Sendable, Decodable {
        /// The level, 1…5.
        public let level: Int
        /// The score from which a face matches.
        public let threshold: Double
        /// Whether the game should ask for it.
        public let offered: Bool
        /// Pass rate of faces labeled with the emotion; nil if not measured.
        public let passRate: Double?
        /// The share of other faces that pass; nil where it was not measured.
        public let falseAcceptRate: Double?
    }

    /// The model that the levels were measured with.
    public let model: ModelSummary
    /// The levels, from the easiest.
    public let levels: [Rule]
    /// The goals of each emotion, from the easiest level.
    public let goals: [Emotion: [Goal]]

    private enum Key: String, CodingKey {
        case model, levels, emotions
    }

    /// Reads the service's answer.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        model = try container.decode(ModelSummary.self, forKey: .model)
        levels = try container.decode([Rule].self, forKey: .levels)
        let byName = try container.decode([String: [Goal]].self, forKey: .emotions)
        goals = try Dictionary(
            uniqueKeysWithValues: byName.map { name, goals in
                guard let emotion = Emotion(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .emotions, in: container,
                        debugDescription: "\(name) is no emotion that is known here")
                }
                return (emotion, goals)
            })
    }
}
