public import FacialFunWire

/// A player's results of a day for the questions of one emotion at one level.
///
/// Updated with each event by ``count(_:outcome:of:in:)``, so the cost of a review does not grow
/// with the years.
public struct EmotionDay: Hashable, Codable, Sendable {
    /// Maximum time to a first answer that counts, in milliseconds; after two minutes the player
    /// was away.
    public static let longestTime = 120_000

    /// The day on the family's clock.
    public var day: Day
    /// The emotion that the questions teach.
    public var emotion: Emotion
    /// The level of the questions, or the player's own questions, as ``Round/skill(of:)`` returns
    /// it.
    ///
    /// Repeated questions of a lower level count for that level.
    public var level: PlayedLevel
    /// Questions that were answered or skipped, each once per round.
    public var asked = 0
    /// Questions whose first answer in the round was right.
    public var firstRight = 0
    /// Questions that were answered right after a wrong answer in the same round.
    public var laterRight = 0
    /// Wrong answers; a question may have several.
    public var wrong = 0
    /// Showings at which all wrong answers were chosen (D6).
    public var revealed = 0
    /// Skips (D7).
    public var skipped = 0
    /// Tips that were shown.
    public var tips = 0
    /// Prompts that were repeated.
    public var replays = 0
    /// Questions asked with fewer answers as a help; part of ``asked``.
    public var helped = 0
    /// Questions of ``helped`` with a right first answer; part of ``firstRight``.
    public var helpedRight = 0
    /// The total time to the timed first answers, in milliseconds.
    public var milliseconds = 0
    /// The number of timed first answers: those within ``longestTime``.
    public var answersTimed = 0

    /// Makes a row with nothing counted.
    public init(day: Day, emotion: Emotion, level: PlayedLevel) {
        self.day = day
        self.emotion = emotion
        self.level = level
    }

    /// Adds the counts of another row, regardless of its day, emotion and level.
    public mutating func add(_ other: EmotionDay) {
        for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
    }

    /// The counts, in the order in which they are declared.
    public static var counts: [WritableKeyPath<EmotionDay, Int>] {
        [
            \.asked, \.firstRight, \.laterRight, \.wrong, \.revealed, \.skipped, \.tips, \.replays,
            \.helped, \.helpedRight, \.milliseconds, \.answersTimed,
        ]
    }
}

/// The number of first answers that named one emotion for the faces of another, or of the same.
public struct ConfusionCount: Hashable, Codable, Sendable {
    /// The emotion that was right.
    public var shown: Emotion
    /// The emotion that was chosen first; answers that name none are not counted.
    public var chosen: Emotion
    /// Number of such answers.
    public var count: Int

    /// Makes a count.
    public init(shown: Emotion, chosen: Emotion, count: Int) {
        self.shown = shown
        self.chosen = chosen
        self.count = count
    }
}

/// The rounds of a level on a day.
public struct RoundCount: Hashable, Codable, Sendable {
    /// The day of the start; a round counts as completed on that day.
    public var day: Day
    /// The level of the round.
    public var level: PlayedLevel
    /// Rounds in which at least one event counted.
    public var started: Int
    /// Rounds that were played to the end; part of ``started``.
    public var completed: Int

    /// Makes a count.
    public init(day: Day, level: PlayedLevel, started: Int, completed: Int) {
        self.day = day
        self.level = level
        self.started = started
        self.completed = completed
    }
}

/// Time in the application without a break of 30 minutes.
public struct SittingSpan: Hashable, Codable, Sendable {
    /// The day on which it began.
    public var day: Day
    /// The duration in milliseconds, without hidden tabs.
    public var milliseconds: Int

    /// Makes a span.
    public init(day: Day, milliseconds: Int) {
        self.day = day
        self.milliseconds = milliseconds
    }
}
