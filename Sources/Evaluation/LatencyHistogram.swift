import Histogram

/// Durations of one kind of work, counted for percentiles.
///
/// A high dynamic range histogram (G. Tene, hdrhistogram.org) of nanoseconds: percentiles have
/// three significant digits over any range, and memory does not depend on the number of durations.
package struct LatencyHistogram: Sendable {
    private var nanoseconds: Histogram<UInt64>

    /// Makes an empty histogram.
    package init() {
        let tenSeconds: UInt64 = 10_000_000_000
        nanoseconds = Histogram(
            highestTrackableValue: tenSeconds, numberOfSignificantValueDigits: .three)
        // The range grows as needed; no value is truncated.
        nanoseconds.autoResize = true
    }

    /// Number of durations.
    package var count: Int { Int(nanoseconds.totalCount) }

    /// Counts one duration.
    ///
    /// - Parameter milliseconds: The duration, finite, at least 0 and below a million seconds.
    package mutating func record(milliseconds: Double) {
        precondition(
            milliseconds >= 0 && milliseconds < 1e9,
            "a duration must be at least 0 and below a million seconds, not \(milliseconds) ms")
        nanoseconds.record(UInt64((milliseconds * 1e6).rounded()))
    }

    /// A percentile of the recorded durations.
    ///
    /// - Parameter percentile: Above 0, up to 100, which returns the longest.
    /// - Returns: Milliseconds: the smallest recorded duration that this percentage of all
    ///   durations does not exceed, overestimated by at most 0.1 %; nil if nothing was recorded.
    package func milliseconds(atPercentile percentile: Double) -> Double? {
        precondition(percentile > 0 && percentile <= 100, "no percentile: \(percentile)")
        guard count > 0 else { return nil }
        return Double(nanoseconds.valueAtPercentile(percentile)) / 1e6
    }

    /// The figures to print; nil if nothing was recorded.
    package var summary: LatencySummary? {
        guard let p50 = milliseconds(atPercentile: 50), let p90 = milliseconds(atPercentile: 90),
            let p99 = milliseconds(atPercentile: 99), let max = milliseconds(atPercentile: 100)
        else { return nil }
        return LatencySummary(count: count, p50: p50, p90: p90, p99: p99, max: max)
    }
}
