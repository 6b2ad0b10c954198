package import FacialFunWire

/// Constant parameters of an attempt.
package struct AttemptPlan: Hashable, Sendable {
    /// Target emotion.
    package var target: Emotion
    /// Difficulty.
    package var level: Level
    /// Time limit of the attempt in milliseconds; nil, as in the game, for none.
    package var timeLimitMilliseconds: Double?

    /// Creates a plan.
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
