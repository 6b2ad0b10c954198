public import TrainerRules

/// The result of an event and the round after it.
public struct AppliedEvent: Hashable, Sendable {
    /// The result; a repeated event gets the same one.
    public var outcome: RoundOutcome
    /// The current round.
    public var round: Round
    /// Whether the event had been stored before.
    public var isRepeated: Bool
}

/// A player's progress at a level.
public struct LevelProgress: Hashable, Codable, Sendable {
    /// The level.
    public var level: PlayedLevel
    /// The number of finished rounds.
    public var completed: Int
    /// Whether there is an unfinished round.
    public var isResumable: Bool
}

/// The data for choosing the next round.
public struct PlayerHistory: Hashable, Sendable {
    /// The player's history.
    ///
    /// ``TrainerRules/PlayHistory/Last/person`` of the last question is nil: the caller finds it in
    /// the content with ``lastQuestion``.
    public var history: PlayHistory
    /// The last question of the current sitting; nil at its beginning.
    public var lastQuestion: Question.ID?
    /// The length of the current sitting in milliseconds; 0 if there is none.
    public var sittingMilliseconds: Int
    /// The number of finished rounds in the current sitting.
    public var sittingRounds: Int
}
