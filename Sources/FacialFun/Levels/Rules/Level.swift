/// Difficulty, from 1, the easiest, to 5.
public enum Level: Int, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// The easiest: a hint of the expression is enough.
    case one = 1
    /// The second.
    case two
    /// The third.
    case three
    /// The fourth.
    case four
    /// The hardest: a clear expression.
    case five

    /// The index in lists of five, 0 to 4.
    package var index: Int { rawValue - 1 }

    /// Compares by difficulty: easier levels come first.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}
