package import FacialFunWire

/// Constant parameters of an attempt.
package struct AttemptPlan: Hashable, Sendable {
    /// Target emotion.
    package var target: Emotion
    /// Difficulty.
    package var level: Level
    /// After how many milliseconds the attempt ends; nil, as in the game, for never.
    package var timeLimitMilliseconds: Double?

    /// Makes a plan.
    ///
    /// - Precondition: A time limit is finite and above 0.
    package init(target: Emotion, level: Level, timeLimitMilliseconds: Double? = nil) {
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
