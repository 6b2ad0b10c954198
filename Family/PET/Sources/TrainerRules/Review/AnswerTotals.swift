/// The sum of ``EmotionDay`` rows.
public struct AnswerTotals: Hashable, Sendable {
    /// Questions that were answered or skipped, each once in a round.
    public var asked = 0
    /// Questions with a right first answer.
    public var firstRight = 0
    /// Questions answered right after a wrong answer.
    public var laterRight = 0
    /// Wrong answers; a question may have several.
    public var wrong = 0
    /// Showings that ended with the last wrong answer.
    public var revealed = 0
    /// Skips.
    public var skipped = 0
    /// Tips that were shown.
    public var tips = 0
    /// Prompts that were repeated.
    public var replays = 0
    /// Questions with fewer answers as a help.
    public var helped = 0
    /// The total time to the timed first answers, in milliseconds.
    public var milliseconds = 0
    /// The number of timed first answers.
    public var answersTimed = 0

    /// Adds up rows.
    public init(_ rows: some Sequence<EmotionDay> = []) {
        for row in rows {
            asked += row.asked
            firstRight += row.firstRight
            laterRight += row.laterRight
            wrong += row.wrong
            revealed += row.revealed
            skipped += row.skipped
            tips += row.tips
            replays += row.replays
            helped += row.helped
            milliseconds += row.milliseconds
            answersTimed += row.answersTimed
        }
    }

    /// Questions that were answered right, at first or later.
    public var right: Int { firstRight + laterRight }

    /// Questions that were asked and not answered right.
    ///
    /// Never negative: a question asked the day before may be answered right today.
    public var notRight: Int { max(0, asked - right) }

    /// The share of questions with a right first answer, 0…1; nil if none was asked.
    public var firstRightShare: Double? {
        asked > 0 ? min(1, Double(firstRight) / Double(asked)) : nil
    }

    /// Mean time of a first answer, in milliseconds; nil if none was timed.
    public var meanMilliseconds: Int? {
        answersTimed > 0 ? (milliseconds + answersTimed / 2) / answersTimed : nil
    }
}
