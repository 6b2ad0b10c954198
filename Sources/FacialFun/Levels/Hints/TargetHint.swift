package import FacialFunWire

/// Measured effect of a movement on a target.
package struct TargetHint: Hashable, Sendable {
    /// The movement.
    package let hint: HintCode
    /// Goal on the target's faces, in standard deviations of neutral faces: above 0, but below 0
    /// for the kind `distance`, where it bounds neutral faces.
    package let goal: Double
    /// The movement is requested below this fraction of the goal; nil for the table's own value.
    package let hintBelow: Double?
    /// The mean rise of the target's score from the movement, −1…1.
    package let gain: Double
    /// The share of cases in which the movement raises the target's score, 0…1.
    package let raised: Double
    /// The number of measured cases.
    package let cases: Int
    /// Whether the hint is given.
    package let offered: Bool
}
