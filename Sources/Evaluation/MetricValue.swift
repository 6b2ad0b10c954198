/// A figure with its 95 % interval.
package struct MetricValue: Hashable, Sendable {
    /// The figure; nil if it is undefined, such as the recall of an emotion without faces.
    package var value: Double?
    /// The interval; nil if the figure is undefined in a replicate of the bootstrap.
    package var interval: Interval?

    /// Makes a figure.
    package init(value: Double?, interval: Interval?) {
        self.value = value
        self.interval = interval
    }
}
