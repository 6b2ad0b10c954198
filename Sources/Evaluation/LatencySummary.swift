/// The percentiles of some durations, in milliseconds.
package struct LatencySummary: Hashable, Sendable {
    /// Number of durations, at least 1.
    package var count: Int
    /// The median.
    package var p50: Double
    /// The 90th percentile.
    package var p90: Double
    /// The 99th percentile; with fewer than 100 durations the longest.
    package var p99: Double
    /// The longest.
    package var max: Double

    /// Makes a summary.
    package init(count: Int, p50: Double, p90: Double, p99: Double, max: Double) {
        self.count = count
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.max = max
    }
}
