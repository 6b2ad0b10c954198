/// A figure with its 95 % interval.
package struct MetricValue: Hashable, Sendable {
    /// The figure; nil when it is not defined, such as the recall of an emotion without faces.
    package var value: Double?
    /// The interval; nil when the figure is not defined in every replicate of the bootstrap.
    package var interval: Interval?

    /// Makes a figure.
    package init(value: Double?, interval: Interval?) {
        self.value = value
        self.interval = interval
    }
}
