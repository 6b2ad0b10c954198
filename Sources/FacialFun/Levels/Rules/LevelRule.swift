/// What a level asks of every emotion alike.
package struct LevelRule: Hashable, Sendable {
    /// The share of faces labelled with the target that the thresholds are meant to let pass, 0…1.
    package var passRate: Double
    /// How long a face has to be held over time, in milliseconds; 0 for not at all.
    package var holdMilliseconds: Int
    /// How long an attempt goes on before the first hint, in milliseconds; nil for no hints.
    ///
    /// A single picture gets its hint at once.
    package var hintAfterMilliseconds: Int?

    /// Makes a rule.
    package init(passRate: Double, holdMilliseconds: Int, hintAfterMilliseconds: Int?) {
        self.passRate = passRate
        self.holdMilliseconds = holdMilliseconds
        self.hintAfterMilliseconds = hintAfterMilliseconds
    }
}
