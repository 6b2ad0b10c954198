/// A time of play with a visible end.
///
/// A schedule of ``marks`` shows the end instead of minutes. A round that is begun is played to its end,
/// and a sitting ends on a question that the player can do.
public struct Sitting: Hashable, Codable, Sendable {
    /// How long a sitting may be.
    public enum Length: Int, Codable, CaseIterable, Sendable {
        case tenMinutes = 10
        case fifteenMinutes = 15
        case twentyMinutes = 20

        /// The length in milliseconds.
        public var milliseconds: Int { rawValue * 60_000 }
    }

    /// What is supposed of a player of whom nothing is known: 15 seconds a question, with the
    /// prompt read out and the praise.
    public static let usualQuestionMilliseconds = 15_000
    /// A round of fewer questions is not begun.
    public static let shortestRound = 3

    /// How long it is to be.
    public var length: Length
    /// How long the player played in it, in milliseconds.
    public var playedMilliseconds: Int
    /// Rounds that were played to the end in it.
    public var rounds: Int

    /// Makes a sitting.
    public init(length: Length, playedMilliseconds: Int = 0, rounds: Int = 0) {
        self.length = length
        self.playedMilliseconds = max(0, playedMilliseconds)
        self.rounds = rounds
    }

    /// How many questions the next round has; 0 when the sitting is over.
    ///
    /// A whole round while it fits, a short one into what is left, and none where less than
    /// ``shortestRound`` questions fit; the first round is always played.
    ///
    /// - Parameters:
    ///   - questionMilliseconds: how long the player takes for a question on average.
    ///   - roundLength: how many questions a whole round has.
    /// - Returns: the number of questions.
    public func nextRound(
        questionMilliseconds: Int = Self.usualQuestionMilliseconds,
        roundLength: Int = RoundPlanner.length
    ) -> Int {
        let left = length.milliseconds - playedMilliseconds
        // Nobody reads and answers in less than two seconds; more than two minutes were spent away.
        let pace = min(max(questionMilliseconds, 2_000), EmotionDay.longestTime)
        let fitting = min(roundLength, left / pace)
        if fitting >= Self.shortestRound { return fitting }
        return rounds == 0 && left > 0 ? Self.shortestRound : 0
    }

    /// The number of marks in the visual schedule: constant for a length, so that a schedule shown to a
    /// child never changes.
    public var marks: Int {
        switch length {
        case .tenMinutes: 5
        case .fifteenMinutes: 6
        case .twentyMinutes: 8
        }
    }

    /// The number of filled marks: the share of the length that was played, in any kind of game.
    ///
    /// A finished round fills at least the first mark. The last mark stays open until the sitting is over.
    ///
    /// - Parameter isOver: whether nothing more follows.
    /// - Returns: the number of filled marks, from 0 to ``marks``; it never falls.
    public func filledMarks(isOver: Bool) -> Int {
        if isOver { return marks }
        let share = marks * playedMilliseconds / length.milliseconds
        return min(max(share, rounds > 0 ? 1 : 0), marks - 1)
    }

    /// Whether a question more is wanted at the end of a sitting
    /// (``RoundPlanner/planClosing(level:bank:history:seed:)``): the last round left something
    /// unanswered, or has not been played to the end.
    public static func wantsClosing(after round: Round) -> Bool {
        round.total > 0 && (!round.isFinished || round.setAside > 0)
    }
}
