package import FacialFunWire

/// Measured effect of a movement on a target.
package struct TargetHint: Hashable, Sendable {
    /// The movement.
    package let hint: HintCode
    /// Goal on the target's faces, in standard deviations of neutral faces: above 0, but below 0
    /// for the kind `distance`, where it bounds neutral faces.
    package let goal: Double
    /// Share of the goal below which the movement is requested; nil for that of the table.
    package let hintBelow: Double?
    /// The mean rise of the target's score when the movement is made, −1…1.
    package let gain: Double
    /// In which share of the cases the movement raises the target's score, 0…1.
    package let raised: Double
    /// In how many cases that was measured.
    package let cases: Int
    /// Whether the hint is given.
    package let offered: Bool
}
