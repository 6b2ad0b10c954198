/// The lower and upper end of an interval.
package struct Interval: Hashable, Sendable {
    /// The lower end.
    package var low: Double
    /// The upper end, not below ``low``.
    package var high: Double

    /// Makes an interval from its ends.
    package init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }
}
