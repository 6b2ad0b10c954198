public import FacialFunWire

/// A skill to master: reading an emotion at a level.
public struct Skill: Hashable, Codable, Sendable {
    /// The emotion.
    public var emotion: Emotion
    /// The level; the player's own questions are a level of their own.
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

    /// The skill of one of the round's questions.
    ///
    /// A round may repeat questions of lower levels, and a round of the Question Bank may include
    /// built-in questions; these count for their own levels.
    public func skill(of item: Item) -> Skill {
        Skill(item.emotion, at: item.form == .own ? .questionBank : .standard(item.level))
    }
}
