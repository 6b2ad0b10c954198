/// Durations in cumulative buckets for Prometheus.
struct LatencyHistogram: Sendable {
    /// Upper bounds of the buckets, in seconds; the last one is followed by `+Inf`.
    static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var sum = 0.0

    /// Counts a duration in seconds.
    mutating func add(_ seconds: Double) {
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }

    /// The lines of the text format.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - label: A label and its value, such as `stage="decode"`.
    /// - Returns: The lines, without line breaks.
    func lines(name: String, label: String) -> [String] {
        var lines: [String] = []
        var total = 0
        for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts) {
            total += count
            lines.append("\(name)_bucket{\(label),le=\"\(bound)\"} \(total)")
        }
        lines.append("\(name)_sum{\(label)} \(sum)")
        lines.append("\(name)_count{\(label)} \(total)")
        return lines
    }
}
