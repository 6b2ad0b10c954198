public import FacialFunLevels

/// What judges: the levels and, where there are some, the hints.
public struct GameRules: Sendable {
    /// The thresholds of the levels.
    public let levels: LevelsFile
    /// What helps a face; nil gives no hints.
    public let hints: HintTable?

    /// Makes the rules.
    public init(levels: LevelsFile, hints: HintTable?) {
        self.levels = levels
        self.hints = hints
    }
}
