import NIOCore

/// Expected time of work: a moving average.
struct WorkEstimate: Sendable {
    /// Weight of the newest sample.
    static let newestShare = 0.1

    private var meanNanoseconds: Double?

    /// Adds a measurement.
    mutating func add(_ duration: TimeAmount) {
        let value = Double(max(0, duration.nanoseconds))
        meanNanoseconds = meanNanoseconds.map { $0 + (value - $0) * Self.newestShare } ?? value
    }

    /// The mean; zero before the first measurement.
    var mean: TimeAmount { .nanoseconds(Int64(meanNanoseconds ?? 0)) }
}
