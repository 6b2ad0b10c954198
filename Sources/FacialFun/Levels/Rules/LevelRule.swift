/// Parameters of a level that are common to all emotions.
package struct LevelRule: Hashable, Sendable {
    /// Intended pass rate of faces labeled with the target, 0…1.
    package var passRate: Double
    /// Required hold time in milliseconds; 0 for none.
    package var holdMilliseconds: Int
    /// Time before the first hint of an attempt, in milliseconds; nil for no hints.
    ///
    /// A single picture gets its hint at once.
    package var hintAfterMilliseconds: Int?

    /// Creates a rule.
    package init(passRate: Double, holdMilliseconds: Int, hintAfterMilliseconds: Int?) {
        self.passRate = passRate
        self.holdMilliseconds = holdMilliseconds
        self.hintAfterMilliseconds = hintAfterMilliseconds
    }
}
