/// Scores in bins of equal width, with their hit rates: the reliability diagram.
///
/// Bin b of n contains the scores in [b/n, (b+1)/n); the last one also contains 1.
package struct ReliabilityBins: Hashable, Sendable {
    /// One bin.
    package struct Bin: Hashable, Sendable {
        /// Number of scores in the bin.
        package internal(set) var count = 0
        /// Number of hits in the bin.
        package internal(set) var hits = 0
        /// The sum of the scores.
        package internal(set) var sum = 0.0

        /// The mean score; nil if the bin is empty.
        package var meanScore: Double? { count == 0 ? nil : sum / Double(count) }
        /// The fraction of hits; nil if the bin is empty.
        package var hitRate: Double? { ratio(hits, count) }
    }

    /// Number of bins.
    package static let count = 15

    /// The bins, from the lowest scores to the highest.
    package private(set) var bins: [Bin]
    /// Number of faces without a score.
    package private(set) var withoutScore = 0

    /// Empty bins.
    package init() {
        bins = Array(repeating: Bin(), count: Self.count)
    }

    /// Counts a score one or more times.
    ///
    /// - Parameters:
    ///   - score: 0…1.
    ///   - hit: Whether the prediction with this score was correct.
    ///   - count: Number of times, not negative.
    package mutating func add(score: Double, hit: Bool, count: Int = 1) {
        precondition((0...1).contains(score), "expected a score in 0…1, found \(score)")
        let bin = min(Int(score * Double(Self.count)), Self.count - 1)
        bins[bin].count += count
        bins[bin].hits += hit ? count : 0
        bins[bin].sum += score * Double(count)
    }

    /// Counts faces without a score.
    package mutating func addWithoutScore(count: Int = 1) {
        withoutScore += count
    }

    /// The expected calibration error: the mean distance of score and hit rate over the bins, each
    /// bin weighted by its faces, Σ n_b/N · |hits_b/n_b − score_b| (Guo et al., 2017); nil without
    /// faces.
    ///
    /// A face without a score counts as a wrong prediction with certainty, a distance of 1. It has
    /// no bin, so correct predictions cannot compensate for it.
    package var calibrationError: Double? {
        let total = bins.reduce(withoutScore) { $0 + $1.count }
        guard total > 0 else { return nil }
        let distance = bins.reduce(Double(withoutScore)) { $0 + abs(Double($1.hits) - $1.sum) }
        return distance / Double(total)
    }
}
