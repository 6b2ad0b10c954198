/// The sums of a group: eight counts whose meaning depends on the kind of group.
public struct PortalCounts: Hashable, Sendable {
    /// One of the counts; the raw value is its place among the database's columns.
    public enum Column: Int, CaseIterable, Sendable {
        /// Questions that got an answer or were put off, each once a round; showings of Facial Fun;
        /// first answers of a confusion.
        case asked
        /// Questions whose first answer was right; showings that the machine saw matched.
        case firstRight
        /// Questions that were answered right after a wrong answer; showings that a grown-up saw matched.
        case laterRight
        /// Wrong answers; tries of Facial Fun.
        case wrong
        /// Skips.
        case skipped
        /// Tips that were shown; hints of Facial Fun.
        case tips
        /// The sum of the times that were taken, in milliseconds.
        case milliseconds
        /// How many times were taken.
        case timed
    }

    /// How many counts there are.
    public static let width = Column.allCases.count

    /// The counts, in the order of the database's columns.
    public var values: SIMD8<Int>

    /// Makes sums of nothing.
    public init() { values = .zero }

    /// Makes sums of eight counts.
    public init(_ values: SIMD8<Int>) { self.values = values }

    /// One of the counts.
    public subscript(_ column: Column) -> Int {
        get { values[column.rawValue] }
        set { values[column.rawValue] = newValue }
    }

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
