/// The sums of a group: eight counts whose meaning depends on the kind of group.
public struct PortalCounts: Hashable, Sendable {
    /// How many counts there are.
    public static let width = 8

    /// The counts, in the order of the database's columns.
    public var values: SIMD8<Int>

    /// Makes sums of nothing.
    public init() { values = .zero }

    /// Makes sums of eight counts.
    public init(_ values: SIMD8<Int>) { self.values = values }

    /// Whether nothing was counted.
    public var isEmpty: Bool { values == .zero }

    /// Whether any count is smaller than another's.
    public func isLess(than other: PortalCounts) -> Bool {
        any(values .< other.values)
    }

    /// Adds other sums.
    public static func += (left: inout PortalCounts, right: PortalCounts) {
        left.values &+= right.values
    }
}

// What the counts are.
extension PortalCounts {
    /// Questions that got an answer or were put off, each once a round; showings of Facial Fun; first
    /// answers of a confusion.
    public var asked: Int {
        get { values[0] }
        set { values[0] = newValue }
    }
    /// Questions whose first answer was right; showings that the machine saw matched.
    public var firstRight: Int {
        get { values[1] }
        set { values[1] = newValue }
    }
    /// Questions that were answered right after a wrong answer; showings that a grown-up saw matched.
    public var laterRight: Int {
        get { values[2] }
        set { values[2] = newValue }
    }
    /// Wrong answers; tries of Facial Fun.
    public var wrong: Int {
        get { values[3] }
        set { values[3] = newValue }
    }
    /// Skips.
    public var skipped: Int {
        get { values[4] }
        set { values[4] = newValue }
    }
    /// Tips that were shown; hints of Facial Fun.
    public var tips: Int {
        get { values[5] }
        set { values[5] = newValue }
    }
    /// The sum of the times that were taken, in milliseconds.
    public var milliseconds: Int {
        get { values[6] }
        set { values[6] = newValue }
    }
    /// How many times were taken.
    public var timed: Int {
        get { values[7] }
        set { values[7] = newValue }
    }
}
