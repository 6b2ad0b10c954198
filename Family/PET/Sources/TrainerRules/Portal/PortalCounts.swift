/// The sums of a group: eight counts whose meaning depends on the kind of group.
public struct PortalCounts: Hashable, Sendable {
    /// One of the counts; the raw value is its index in the database's columns.
    public enum Column: Int, CaseIterable, Sendable {
        /// Questions that were answered or skipped, each once in a round; showings of Facial Fun;
        /// first answers of a confusion.
        case asked
        /// Questions with a right first answer; showings matched by the camera.
        case firstRight
        /// Questions answered right after a wrong answer; showings that a grown-up saw matched.
        case laterRight
        /// Wrong answers; tries of Facial Fun.
        case wrong
        /// Skips.
        case skipped
        /// Tips shown; hints of Facial Fun.
        case tips
        /// The sum of the measured times, in milliseconds.
        case milliseconds
        /// The number of measured times.
        case timed
    }

    /// The number of counts.
    public static let width = Column.allCases.count

    /// The counts, in the order of the database's columns.
    public var values: SIMD8<Int>

    /// Makes zero sums.
    public init() { values = .zero }

    /// Makes sums of eight counts.
    public init(_ values: SIMD8<Int>) { self.values = values }

    /// One of the counts.
    public subscript(_ column: Column) -> Int {
        get { values[column.rawValue] }
        set { values[column.rawValue] = newValue }
    }

    /// Whether all counts are zero.
    public var isEmpty: Bool { values == .zero }

    /// Whether any count is smaller than the other sums' count.
    public func isLess(than other: PortalCounts) -> Bool {
        any(values .< other.values)
    }

    /// Adds other sums.
    public static func += (left: inout PortalCounts, right: PortalCounts) {
        left.values &+= right.values
    }
}
