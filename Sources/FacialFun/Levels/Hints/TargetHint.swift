package import FacialFunWire

/// What a movement is worth for a target, as it was measured.
package struct TargetHint: Hashable, Sendable {
    /// The movement.
    package let hint: HintCode
    /// How far the target's faces move, in spreads between people at rest: above 0; for a movement
    /// of the kind `distance` below 0, what faces at rest stay within.
    package let goal: Double
    /// The share of the goal below which the movement is asked for, where it has one of its own; nil
    /// for that of the table.
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
