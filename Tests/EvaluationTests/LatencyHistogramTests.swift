import Testing

@testable import Evaluation

struct LatencyHistogramTests {
    /// The smallest value that at least the given percentage does not exceed, by sorting.
    private func naive(_ values: [Double], percentile: Double) -> Double {
        let sorted = values.sorted()
        let needed = (percentile * Double(values.count) / 100).rounded(.up)
        return sorted[max(1, Int(needed)) - 1]
    }

    private func histogram(_ values: [Double]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for value in values { histogram.record(milliseconds: value) }
        return histogram
    }

    @Test(
        "percentiles match a sorted list within 0.1 %",
        arguments: [1, 2, 3, 10, 99, 100, 101, 1000, 20_000])
    func percentilesMatchSorting(count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count), stream: 0)
        // From a microsecond to a hundred seconds, uniformly distributed on a logarithmic scale.
        let values = (0..<count).map { _ in
            let magnitude = generator.next(below: 8)
            let unit = (0..<magnitude).reduce(1e-3) { value, _ in value * 10 }
            return unit * (1 + Double(generator.next(below: 9_000_000)) / 1e6)
        }
        let histogram = histogram(values)
        #expect(histogram.count == count)
        for percentile in [0.1, 1, 25, 50, 75, 90, 95, 99, 99.9, 100] {
            let expected = naive(values, percentile: percentile)
            let value = try #require(histogram.milliseconds(atPercentile: percentile))
            // Tolerance: half a nanosecond for rounding, a thousandth for counting.
            #expect(value >= expected - 1e-6, "p\(percentile) of \(count)")
            #expect(value <= expected * 1.001 + 1e-6, "p\(percentile) of \(count)")
        }
    }

    @Test("the summary has the same percentiles")
    func summary() throws {
        let summary = try #require(histogram((1...200).map(Double.init)).summary)
        #expect(summary.count == 200)
        #expect(abs(summary.p50 - 100) < 0.11)
        #expect(abs(summary.p90 - 180) < 0.19)
        #expect(abs(summary.p99 - 198) < 0.2)
        #expect(abs(summary.max - 200) < 0.21)
    }

    @Test("one slow run in a hundred changes only the maximum; two also change p99")
    func outliers() throws {
        let quick = [Double](repeating: 5, count: 99)
        let one = try #require(histogram(quick + [900]).summary)
        #expect(one.p99 < 5.01)
        #expect(abs(one.max - 900) < 1)
        let two = try #require(histogram(quick.dropLast() + [900, 900]).summary)
        #expect(abs(two.p99 - 900) < 1)
    }

    @Test("an empty histogram has no percentile, and long times are not truncated")
    func ends() throws {
        #expect(LatencyHistogram().summary == nil)
        #expect(LatencyHistogram().milliseconds(atPercentile: 99) == nil)
        let hour = 3_600_000.0
        let value = try #require(histogram([0, hour]).milliseconds(atPercentile: 100))
        #expect(abs(value - hour) < hour / 1000)
        #expect(histogram([0, hour]).milliseconds(atPercentile: 50) == 0)
    }
}
