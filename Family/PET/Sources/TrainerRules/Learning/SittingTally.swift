/// How one sitting went with one skill: the evidence for mastery.
///
/// Counts what ``EmotionDay`` counts, less what was helped: an answer among fewer says less.
public struct SittingTally: Hashable, Codable, Sendable {
    /// The day on which the sitting began.
    public var day: Day
    /// The sitting's number, rising with time; tells two sittings of a day apart.
    public var sitting: Int
    /// Questions that were asked without help, each once a round; put off and never answered counts.
    public var asked: Int
    /// Of those, the ones whose first answer was right.
    public var firstRight: Int

    /// Makes a tally.
    public init(day: Day, sitting: Int, asked: Int, firstRight: Int) {
        self.day = day
        self.sitting = sitting
        self.asked = asked
        self.firstRight = firstRight
    }

    /// Whether at least this share of the first answers was right; false where none was asked.
    func reaches(percent: Int) -> Bool {
        asked > 0 && firstRight * 100 >= asked * percent
    }
}
