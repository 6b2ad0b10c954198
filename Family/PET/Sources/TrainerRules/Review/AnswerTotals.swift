/// What rows of ``EmotionDay`` sum to.
public struct AnswerTotals: Hashable, Sendable {
    /// Questions that got an answer or were put off, each once a round.
    public var asked = 0
    /// Questions whose first answer was right.
    public var firstRight = 0
    /// Questions that were answered right after a wrong answer.
    public var laterRight = 0
    /// Wrong answers, several for a question at times.
    public var wrong = 0
    /// Showings at which all wrong answers were chosen.
    public var revealed = 0
    /// Skips.
    public var skipped = 0
    /// Tips that were shown.
    public var tips = 0
    /// Prompts that were read again.
    public var replays = 0
    /// Questions that had fewer answers as a help.
    public var helped = 0
    /// The sum of the times to the first answers that were timed, in milliseconds.
    public var milliseconds = 0
    /// First answers that were timed.
    public var answersTimed = 0

    /// Sums rows; of none, nothing.
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

    /// Questions that were asked and have not been answered right.
    ///
    /// Never below zero: of a single day a question may be right that was asked the day before.
    public var notRight: Int { max(0, asked - right) }

    /// The share of questions whose first answer was right, 0…1; nil where none was asked.
    public var firstRightShare: Double? {
        asked > 0 ? min(1, Double(firstRight) / Double(asked)) : nil
    }

    /// How long a first answer took on average, in milliseconds; nil where none was timed.
    public var meanMilliseconds: Int? {
        answersTimed > 0 ? (milliseconds + answersTimed / 2) / answersTimed : nil
    }
}
