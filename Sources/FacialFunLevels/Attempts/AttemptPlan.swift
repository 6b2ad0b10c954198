public import Emotions

/// What an attempt is at: it does not change while it goes on.
public struct AttemptPlan: Hashable, Sendable {
    /// The emotion that is asked for.
    public var target: Emotion
    /// How much is asked.
    public var level: Level
    /// After how many milliseconds the attempt ends; nil, as in the game, for never.
    public var timeLimitMilliseconds: Double?

    /// Makes a plan.
    ///
    /// - Precondition: A time limit is finite and above 0.
    public init(target: Emotion, level: Level, timeLimitMilliseconds: Double? = nil) {
        if let timeLimitMilliseconds {
            precondition(
                timeLimitMilliseconds > 0 && timeLimitMilliseconds.isFinite,
                "a time limit must be above 0, not \(timeLimitMilliseconds)")
        }
        self.target = target
        self.level = level
        self.timeLimitMilliseconds = timeLimitMilliseconds
    }
}
