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
        /// The minimum score for a match.
        public let threshold: Double
        /// Whether the game should ask for it.
        public let offered: Bool
        /// Pass rate of faces labeled with the emotion; nil if not measured.
        public let passRate: Double?
        /// Pass rate of other faces; nil if not measured.
        public let falseAcceptRate: Double?
    }

    /// The model for which the levels were measured.
    public let model: ModelSummary
    /// The levels, from the easiest.
    public let levels: [Rule]
    /// The goals of each emotion, from the easiest level.
    public let goals: [Emotion: [Goal]]

    private enum Key: String, CodingKey {
        case model, levels, emotions
    }

    /// Decodes the service's response.
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
                        debugDescription: "\(name) is not a known emotion")
                }
                return (emotion, goals)
            })
    }
}
