import NIOCore

/// How long work takes, as far as is known: a mean over the last pieces.
struct WorkEstimate: Sendable {
    /// How much of the mean the newest piece is.
    static let newestShare = 0.1

    private var meanNanoseconds: Double?

    /// Takes a measurement in.
    mutating func add(_ duration: TimeAmount) {
        let value = Double(max(0, duration.nanoseconds))
        meanNanoseconds = meanNanoseconds.map { $0 + (value - $0) * Self.newestShare } ?? value
    }

    /// The mean; zero as long as nothing was measured.
    var mean: TimeAmount { .nanoseconds(Int64(meanNanoseconds ?? 0)) }
}
