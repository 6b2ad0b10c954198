public import FacialFunWire

/// What a player did in a day with the questions of one emotion at one level.
///
/// Summed at each event by ``count(_:outcome:of:in:)``, so that a review costs the same after a week
/// and after years.
public struct EmotionDay: Hashable, Codable, Sendable {
    /// The longest time to a first answer that is counted, in milliseconds: who takes more than two
    /// minutes has been away from the screen.
    public static let longestTime = 120_000

    /// The day on the family's clock.
    public var day: Day
    /// The emotion that the questions teach.
    public var emotion: Emotion
    /// The level of the questions, or the player's own: that of ``Round/skill(of:)``.
    ///
    /// What a round repeats of a lower level counts for that level.
    public var level: PlayedLevel
    /// Questions that got an answer or were put off, each once a round.
    public var asked = 0
    /// Questions whose first answer in the round was right.
    public var firstRight = 0
    /// Questions that were answered right after a wrong answer in the same round.
    public var laterRight = 0
    /// Wrong answers, several for a question at times.
    public var wrong = 0
    /// Showings at which all wrong answers were chosen (D6).
    public var revealed = 0
    /// Skips (D7).
    public var skipped = 0
    /// Tips that were shown.
    public var tips = 0
    /// Prompts that were read again.
    public var replays = 0
    /// Questions that were asked with fewer answers as a help; part of ``asked``.
    public var helped = 0
    /// Of ``helped``, those whose first answer was right; part of ``firstRight``.
    public var helpedRight = 0
    /// The sum of the times to the first answers that were timed, in milliseconds.
    public var milliseconds = 0
    /// First answers that were timed: those within ``longestTime``.
    public var answersTimed = 0

    /// Makes a row with nothing counted.
    public init(day: Day, emotion: Emotion, level: PlayedLevel) {
        self.day = day
        self.emotion = emotion
        self.level = level
    }

    /// Adds what another row counted, whatever its day, emotion and level.
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

/// How often the faces of one emotion were taken for another at the first answer, or rightly for
/// itself.
public struct ConfusionCount: Hashable, Codable, Sendable {
    /// The emotion that was right.
    public var shown: Emotion
    /// The emotion that was chosen first; answers that name none are not counted.
    public var chosen: Emotion
    /// How often.
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
    /// The day on which they were started; a round counts as completed on the day of its start.
    public var day: Day
    /// What was played.
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

/// A time in the application without a break of 30 minutes.
public struct SittingSpan: Hashable, Codable, Sendable {
    /// The day on which it began.
    public var day: Day
    /// How long it lasted, hidden tabs left out, in milliseconds.
    public var milliseconds: Int

    /// Makes a span.
    public init(day: Day, milliseconds: Int) {
        self.day = day
        self.milliseconds = milliseconds
    }
}
