/// The results of one sitting for one skill: the evidence for mastery.
///
/// Counts like ``EmotionDay``, but without questions with help: an answer among fewer choices is
/// weaker evidence.
public struct SittingTally: Hashable, Codable, Sendable {
    /// The day on which the sitting began.
    public var day: Day
    /// The sitting's number, rising with time; distinguishes sittings of the same day.
    public var sitting: Int
    /// Questions asked without help, each once in a round, including those never answered.
    public var asked: Int
    /// The number of those with a right first answer.
    public var firstRight: Int

    /// Makes a tally.
    public init(day: Day, sitting: Int, asked: Int, firstRight: Int) {
        self.day = day
        self.sitting = sitting
        self.asked = asked
        self.firstRight = firstRight
    }

    /// Whether at least this share of the first answers was right; false if there are none.
    func reaches(percent: Int) -> Bool {
        asked > 0 && firstRight * 100 >= asked * percent
    }
}
