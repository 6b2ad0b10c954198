/// A figure with its 95 % interval.
public struct MetricValue: Hashable, Sendable {
    /// The figure; nil when it is not defined, such as the recall of an emotion without faces.
    public var value: Double?
    /// The interval; nil when the figure is not defined in every replicate of the bootstrap.
    public var interval: Interval?

    /// Makes a figure.
    public init(value: Double?, interval: Interval?) {
        self.value = value
        self.interval = interval
    }
}
