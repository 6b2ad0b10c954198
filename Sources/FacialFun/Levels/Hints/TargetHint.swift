package import FacialFunWire

/// Measured effect of a movement on a target.
package struct TargetHint: Hashable, Sendable {
    /// The movement.
    package let hint: HintCode
    /// Goal of the movement, in standard deviations of neutral faces.
    ///
    /// It is above 0; for the kind `distance` it is below 0 and is a limit for neutral faces.
    package let goal: Double
    /// The movement is requested below this fraction of the goal; nil for the table's own value.
    package let hintBelow: Double?
    /// The mean rise of the target's score from the movement, −1…1.
    package let gain: Double
    /// The share of cases in which the movement raises the target's score, 0…1.
    package let raised: Double
    /// The number of measured cases.
    package let cases: Int
    /// Whether the hint is offered to players.
    package let offered: Bool
}
