/// A period of play with a visible end.
///
/// A schedule of ``marks`` shows the end instead of minutes. A round that has begun is finished,
/// and a sitting ends on a question that the player can answer.
public struct Sitting: Hashable, Codable, Sendable {
    /// The length of a sitting.
    public enum Length: Int, Codable, CaseIterable, Sendable {
        case tenMinutes = 10
        case fifteenMinutes = 15
        case twentyMinutes = 20

        /// The length in milliseconds.
        public var milliseconds: Int { rawValue * 60_000 }
    }

    /// The default time for a question of a new player: 15 seconds, with the spoken prompt and
    /// praise.
    public static let usualQuestionMilliseconds = 15_000
    /// Minimum number of questions of a round.
    public static let shortestRound = 3

    /// The planned length.
    public var length: Length
    /// The time played so far, in milliseconds.
    public var playedMilliseconds: Int
    /// The number of finished rounds.
    public var rounds: Int

    /// Makes a sitting.
    public init(length: Length, playedMilliseconds: Int = 0, rounds: Int = 0) {
        self.length = length
        self.playedMilliseconds = max(0, playedMilliseconds)
        self.rounds = rounds
    }

    /// The number of questions in the next round; 0 when the sitting is over.
    ///
    /// A whole round if it fits, a short one in the remaining time, and none if fewer than
    /// ``shortestRound`` questions fit; the first round is always played.
    ///
    /// - Parameters:
    ///   - questionMilliseconds: Mean time for a question.
    ///   - roundLength: The number of questions in a whole round.
    /// - Returns: The number of questions.
    public func nextRound(
        questionMilliseconds: Int = Self.usualQuestionMilliseconds,
        roundLength: Int = RoundPlanner.length
    ) -> Int {
        let left = length.milliseconds - playedMilliseconds
        // No one answers in less than two seconds; after two minutes the player was away.
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
    /// After a finished round, at least the first mark is filled. The last mark stays open until
    /// the sitting is over.
    ///
    /// - Parameter isOver: whether nothing more follows.
    /// - Returns: the number of filled marks, from 0 to ``marks``; it never falls.
    public func filledMarks(isOver: Bool) -> Int {
        if isOver { return marks }
        let share = marks * playedMilliseconds / length.milliseconds
        return min(max(share, rounds > 0 ? 1 : 0), marks - 1)
    }

    /// Whether a sitting needs a closing question
    /// (``RoundPlanner/planClosing(level:bank:history:seed:)``): the last round left a question
    /// unanswered or was not finished.
    public static func wantsClosing(after round: Round) -> Bool {
        round.total > 0 && (!round.isFinished || round.setAside > 0)
    }
}
