public import TrainerRules

/// All that a player's review is made of, summed at each answer.
public struct RollUps: Hashable, Codable, Sendable {
    /// By day, level and emotion, the oldest first.
    public var emotionDays: [EmotionDay]
    /// First answers by what was shown and what was chosen, over all days.
    public var confusions: [ConfusionCount]
    /// Rounds by day and level, the oldest first.
    public var rounds: [RoundCount]
    /// Times in the application, the oldest first; those of no length left out.
    public var sittings: [SittingSpan]

    /// Whether no round was ever played (H3).
    public var isEmpty: Bool { rounds.isEmpty }
}
