package import FacialFunWire

/// Threshold of an emotion at a level, with measured rates, 0…1.
package struct EmotionGoal: Hashable, Sendable {
    /// The target's score from which a face matches, 0.001 to 1.
    package var threshold: Double
    /// Whether the game may ask for this emotion at this level.
    package var offered: Bool
    /// The 95 % interval of ``threshold``; nil where nothing was measured, as in the following.
    package var interval: ClosedRange<Double>?
    /// Pass rate of faces labeled with the target.
    package var passRate: Double?
    /// Pass rate of faces with other labels, averaged over the emotions.
    package var falseAcceptRate: Double?
    /// That share for each other emotion that was measured.
    package var falseAccepts: [Emotion: Double]?

    /// Makes a goal.
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
