public import FacialFunWire
public import TrainerRules

/// A filled place of the sticker book: a skill that was mastered once.
public struct Sticker: Hashable, Codable, Sendable {
    /// The level of the skill, 1…5.
    public var level: Int
    /// The emotion of the skill.
    public var emotion: Emotion
    /// The day on which it was first mastered.
    public var day: Day
    /// Whether it was shown to the player.
    public var isShown: Bool
}
