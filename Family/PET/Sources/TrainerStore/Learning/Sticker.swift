public import FacialFunWire
public import TrainerRules

/// A place of the sticker book that is filled: a skill that was mastered once.
public struct Sticker: Hashable, Codable, Sendable {
    /// The level of the skill, 1…5.
    public var level: Int
    /// The emotion of the skill.
    public var emotion: Emotion
    /// The day on which it was mastered for the first time.
    public var day: Day
    /// Whether the player was told of it.
    public var isShown: Bool
}
