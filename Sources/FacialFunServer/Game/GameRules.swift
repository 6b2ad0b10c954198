package import FacialFun

/// Levels and, if available, hints.
package struct GameRules: Sendable {
    /// The thresholds of the levels.
    package let levels: LevelsFile
    /// The hints; nil for none.
    package let hints: HintTable?

    /// Makes the rules.
    package init(levels: LevelsFile, hints: HintTable?) {
        self.levels = levels
        self.hints = hints
    }
}
