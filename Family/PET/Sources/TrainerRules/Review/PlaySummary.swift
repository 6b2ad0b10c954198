public import FacialFunWire

/// What Review Gameplay says of a player (H1), from what was summed at each answer.
public struct PlaySummary: Hashable, Sendable {
    /// What was answered, all emotions and levels together.
    public let totals: AnswerTotals
    /// What was answered by emotion; those that were never asked are left out.
    public let byEmotion: [Emotion: AnswerTotals]
    /// What was answered by level; those that were never played are left out.
    public let byLevel: [PlayedLevel: AnswerTotals]
    /// Rounds in which something was done.
    public let roundsStarted: Int
    /// Rounds that were played to the end.
    public let roundsCompleted: Int
    /// Levels of which at least one round was played to the end.
    public let levelsCompleted: Set<PlayedLevel>
    /// Which emotions are known best and least.
    public let ranking: EmotionRanking
    /// Times in the application; one that was over as it began does not count.
    public let sittings: Int
    /// How long the player was in the application, in milliseconds.
    public let playMilliseconds: Int
    /// The time to a first answer of an ordinary day, in milliseconds: the median of the days'
    /// means, each counted as often as it has answers, so that one slow day does not move it; nil
    /// where none was timed.
    public let typicalMilliseconds: Int?

    /// Sums what was counted, in any order; counts below zero do not occur.
    ///
    /// - Parameters:
    ///   - emotionDays: answers by day, emotion and level.
    ///   - rounds: rounds by day and level.
    ///   - sittings: times of play.
    ///   - today: ranks the emotions by the last four weeks, as ``FamilyAdvice`` does; nil for all
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
