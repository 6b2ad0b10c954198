public import FacialFunWire

/// The figures of Review Gameplay (H1), from sums updated with each answer.
public struct PlaySummary: Hashable, Sendable {
    /// All answers, over emotions and levels.
    public let totals: AnswerTotals
    /// Answers by emotion, without those never asked.
    public let byEmotion: [Emotion: AnswerTotals]
    /// Answers by level, without those never played.
    public let byLevel: [PlayedLevel: AnswerTotals]
    /// Rounds with at least one event.
    public let roundsStarted: Int
    /// Finished rounds.
    public let roundsCompleted: Int
    /// Levels with at least one finished round.
    public let levelsCompleted: Set<PlayedLevel>
    /// The strongest and weakest emotions.
    public let ranking: EmotionRanking
    /// Sittings, without those of no length.
    public let sittings: Int
    /// Total time in the application, in milliseconds.
    public let playMilliseconds: Int
    /// The typical time to a first answer, in milliseconds; nil if none was timed.
    ///
    /// It is the median of the days' means, each weighted by its number of answers, so that one
    /// slow day has little influence.
    public let typicalMilliseconds: Int?

    /// Sums counts, in any order; counts are never negative.
    ///
    /// - Parameters:
    ///   - emotionDays: Answers by day, emotion and level.
    ///   - rounds: Rounds by day and level.
    ///   - sittings: Times of play.
    ///   - today: Ranks the emotions by the last four weeks, like ``FamilyAdvice``; nil for all
    ///     time.
    public init(
        emotionDays: [EmotionDay], rounds: [RoundCount] = [], sittings: [SittingSpan] = [],
        today: Day? = nil
    ) {
        totals = AnswerTotals(emotionDays)
        byEmotion = Dictionary(grouping: emotionDays, by: \.emotion)
            .mapValues { AnswerTotals($0) }.filter { $0.value.asked > 0 }
        byLevel = Dictionary(grouping: emotionDays, by: \.level)
            .mapValues { AnswerTotals($0) }.filter { $0.value.asked > 0 }
        let ranked = today.map { FamilyAdvice.recent(emotionDays, today: $0) } ?? emotionDays
        ranking = EmotionRanking(
            Dictionary(grouping: ranked, by: \.emotion).mapValues { AnswerTotals($0) })
        roundsStarted = rounds.map(\.started).reduce(0, +)
        roundsCompleted = rounds.map(\.completed).reduce(0, +)
        levelsCompleted = Set(rounds.filter { $0.completed > 0 }.map(\.level))
        self.sittings = sittings.count { $0.milliseconds > 0 }
        playMilliseconds = sittings.map(\.milliseconds).reduce(0, +)
        typicalMilliseconds = Self.typical(emotionDays)
    }

    /// Whether nothing was played yet (H3).
    public var isEmpty: Bool {
        roundsStarted == 0 && totals == AnswerTotals()
    }

    private static func typical(_ rows: [EmotionDay]) -> Int? {
        let days = Dictionary(grouping: rows, by: \.day).values
            .map { AnswerTotals($0) }
            .compactMap { totals in
                totals.meanMilliseconds.map { (mean: $0, answers: totals.answersTimed) }
            }
            .sorted { $0.mean < $1.mean }
        let all = days.map(\.answers).reduce(0, +)
        var passed = 0
        for day in days {
            passed += day.answers
            if passed * 2 >= all { return day.mean }
        }
        return nil
    }
}
