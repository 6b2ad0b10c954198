public import Emotions

/// What a movement is worth for a target, as it was measured.
public struct TargetHint: Hashable, Sendable {
    /// The movement.
    public let hint: HintCode
    /// How far the target's faces move, in spreads between people at rest: above 0; for a movement
    /// of the kind `distance` below 0, what faces at rest stay within.
    public let goal: Double
    /// The share of the goal below which the movement is asked for, where it has one of its own; nil
    /// for that of the table.
    public let hintBelow: Double?
    /// The mean rise of the target's score when the movement is made, −1…1.
    public let gain: Double
    /// In which share of the cases the movement raises the target's score, 0…1.
    public let raised: Double
    /// In how many cases that was measured.
    public let cases: Int
    /// Whether the hint is given.
    public let offered: Bool
}
