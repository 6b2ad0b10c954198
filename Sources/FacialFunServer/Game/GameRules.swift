package import FacialFun

/// What judges: the levels and, where there are some, the hints.
package struct GameRules: Sendable {
    /// The thresholds of the levels.
    package let levels: LevelsFile
    /// What helps a face; nil gives no hints.
    package let hints: HintTable?

    /// Makes the rules.
    package init(levels: LevelsFile, hints: HintTable?) {
        self.levels = levels
        self.hints = hints
    }
}
