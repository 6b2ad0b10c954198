public import TrainerRules

/// What became of an event, and how the round stands after it.
public struct AppliedEvent: Hashable, Sendable {
    /// What the rules said; the same again for an event that comes again.
    public var outcome: RoundOutcome
    /// The round as it stands now.
    public var round: Round
    /// Whether the event had been stored before.
    public var isRepeated: Bool
}

/// How a player stands with a level.
public struct LevelProgress: Hashable, Codable, Sendable {
    /// What is played.
    public var level: PlayedLevel
    /// How many rounds were played to the end.
    public var completed: Int
    /// Whether a round waits to be taken up again.
    public var isResumable: Bool
}

/// How a player has fared with a question, for the planner.
public struct QuestionHistory: Hashable, Codable, Sendable {
    /// The question's name.
    public var question: Question.ID
    /// In how many rounds it was answered or put off.
    public var asked: Int
    /// In how many of them the first answer was right.
    public var firstRight: Int
    /// First answers that were right in succession, up to the last one.
    public var streak: Int
    /// When it was asked last, in seconds since 1970.
    public var lastAsked: Double
    /// When the first answer was right last, in seconds since 1970; nil for never.
    public var lastFirstRight: Double?
}
