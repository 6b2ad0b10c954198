public import FacialFunWire

/// What is mastered: reading an emotion at a level.
public struct Skill: Hashable, Codable, Sendable {
    /// The emotion.
    public var emotion: Emotion
    /// The level; the player's own questions are one of their own.
    public var level: PlayedLevel

    /// Makes a skill.
    public init(_ emotion: Emotion, at level: PlayedLevel) {
        self.emotion = emotion
        self.level = level
    }
}

extension Round {
    /// The skills that the round's questions exercise, one for each question.
    public var skills: [Skill] { items.map(skill) }

    /// The skill that one of the round's questions exercises.
    ///
    /// A round of a level may repeat a few questions of lower ones, and one of the Question Bank may
    /// have questions that ship between the player's own: they count for their own levels.
    public func skill(of item: Item) -> Skill {
        Skill(item.emotion, at: item.form == .own ? .questionBank : .standard(item.level))
    }
}
