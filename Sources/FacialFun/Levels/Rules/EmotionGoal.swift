package import FacialFunWire

/// What a level asks of one emotion, and what is known of it; shares are 0…1.
package struct EmotionGoal: Hashable, Sendable {
    /// The target's score from which a face matches, 0.001 to 1.
    package var threshold: Double
    /// Whether the game may ask for this emotion at this level.
    package var offered: Bool
    /// The 95 % interval of ``threshold``; nil where nothing was measured, as in the following.
    package var interval: ClosedRange<Double>?
    /// The share of faces labelled with the target that pass.
    package var passRate: Double?
    /// The share of faces with another label that pass, each other emotion counted alike.
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
