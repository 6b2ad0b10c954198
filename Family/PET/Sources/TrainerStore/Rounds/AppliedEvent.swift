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

/// What the next round is chosen by.
public struct PlayerHistory: Hashable, Sendable {
    /// What the player did so far.
    ///
    /// The ``TrainerRules/PlayHistory/Last/person`` of what was asked last is nil: the content knows
    /// it, by ``lastQuestion``.
    public var history: PlayHistory
    /// What was asked last in the running sitting; nil at its beginning.
    public var lastQuestion: Question.ID?
    /// How long the running sitting has lasted, in milliseconds; 0 where there is none.
    public var sittingMilliseconds: Int
    /// Rounds that were played to the end in the running sitting.
    public var sittingRounds: Int
}
