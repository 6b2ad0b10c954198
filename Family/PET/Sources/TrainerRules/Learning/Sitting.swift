/// A time of play with a visible end.
///
/// The end is told in rounds, not in minutes: a picture for each, done or to come. A round that is
/// begun is played to its end, and a sitting ends on a question that the player can do.
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

    /// How many rounds there will have been at the end, those that were played among them.
    ///
    /// The parameters are those of ``nextRound(questionMilliseconds:roundLength:)``.
    public func expectedRounds(
        questionMilliseconds: Int = Self.usualQuestionMilliseconds,
        roundLength: Int = RoundPlanner.length
    ) -> Int {
        let pace = min(max(questionMilliseconds, 2_000), EmotionDay.longestTime)
        var ahead = self
        while true {
            let next = ahead.nextRound(
                questionMilliseconds: questionMilliseconds, roundLength: roundLength)
            guard next > 0 else { return ahead.rounds }
            ahead.rounds += 1
            ahead.playedMilliseconds += max(1, next) * pace
        }
    }

    /// Whether a question more is wanted at the end of a sitting
    /// (``RoundPlanner/planClosing(level:bank:history:seed:)``): the last round left something
    /// unanswered, or has not been played to the end.
    public static func wantsClosing(after round: Round) -> Bool {
        round.total > 0 && (!round.isFinished || round.setAside > 0)
    }
}
