public import TrainerRules

/// The data of a player's review, summed with each answer.
public struct RollUps: Hashable, Codable, Sendable {
    /// Counts of answers by day, level and emotion, the oldest first.
    public var emotionDays: [EmotionDay]
    /// First answers by shown and chosen emotion, over all days.
    public var confusions: [ConfusionCount]
    /// Rounds by day and level, the oldest first.
    public var rounds: [RoundCount]
    /// Sittings, the oldest first, without those of zero length.
    public var sittings: [SittingSpan]

    /// Whether no round was ever played (H3).
    public var isEmpty: Bool { rounds.isEmpty }
}
