public import TrainerRules

/// A plant of a player's garden: a finished round.
public struct Plant: Hashable, Codable, Sendable {
    /// The game that was played, which determines the kind of plant.
    public enum Source: String, Codable, CaseIterable, Sendable {
        case level1 = "1"
        case level2 = "2"
        case level3 = "3"
        case level4 = "4"
        case level5 = "5"
        /// The family's own questions.
        case bank
        /// Facial Fun.
        case faces

        /// The source of a round of questions.
        public init(_ level: PlayedLevel) {
            self = Source(rawValue: level.description) ?? .bank
        }
    }

    /// Whether finishing a round adds a plant.
    ///
    /// A round in which every question was skipped adds none. The closing question of a sitting
    /// belongs to the previous round and adds none.
    public static func grows(after round: Round) -> Bool {
        round.isFinished && round.wasPlayed
            && (round.total > 1 || round.level == .questionBank)
    }

    /// Whether finishing a round of Facial Fun adds a plant; one in which every face was skipped
    /// adds none.
    public static func grows(after round: FaceRound) -> Bool {
        round.isFinished && round.wasPlayed
    }

    /// The game that was played.
    public var source: Source
    /// The day on which the round was finished.
    public var day: Day

    /// Makes a plant.
    public init(source: Source, day: Day) {
        self.source = source
        self.day = day
    }
}
