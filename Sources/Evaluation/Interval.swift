/// The lower and upper end of an interval.
public struct Interval: Hashable, Sendable {
    /// The lower end.
    public var low: Double
    /// The upper end, not below ``low``.
    public var high: Double

    /// Makes an interval from its ends.
    public init(low: Double, high: Double) {
        self.low = low
        self.high = high
    }
}
