package import FacialFunWire

/// Threshold of an emotion at a level, with measured rates, 0…1.
package struct EmotionGoal: Hashable, Sendable {
    /// Minimum score of the target for a match, 0.001 to 1.
    package var threshold: Double
    /// Whether the game may ask for this emotion at this level.
    package var offered: Bool
    /// The 95 % interval of ``threshold``; this and the following are nil if nothing was measured.
    package var interval: ClosedRange<Double>?
    /// Pass rate of faces labeled with the target.
    package var passRate: Double?
    /// Pass rate of faces with other labels, averaged over the emotions.
    package var falseAcceptRate: Double?
    /// Pass rate of faces with each other label, for the measured emotions.
    package var falseAccepts: [Emotion: Double]?

    /// Creates a goal.
    package init(
        threshold: Double, offered: Bool = true, interval: ClosedRange<Double>? = nil,
        passRate: Double? = nil, falseAcceptRate: Double? = nil,
        falseAccepts: [Emotion: Double]? = nil
    ) {
        self.threshold = threshold
        self.offered = offered
        self.interval = interval
        self.passRate = passRate
        self.falseAcceptRate = falseAcceptRate
        self.falseAccepts = falseAccepts
    }
}
