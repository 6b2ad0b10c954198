import CommandSupport
import Evaluation

#if canImport(Glibc)
    import Glibc
#endif

/// 95 % intervals of shares of faces.
enum ProportionInterval {
    /// Half-width of the interval in standard deviations.
    private static let reach = 1.959964

    /// The interval of a proportion; nil without faces.
    ///
    /// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    static func wilson(_ count: Int, of faces: Int) -> Interval? {
        guard faces > 0 else { return nil }
        let (n, share) = (Double(faces), Double(count) / Double(faces))
        let square = reach * reach
        let center = (share + square / (2 * n)) / (1 + square / n)
        let half =
            reach * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
            / (1 + square / n)
        return Interval(
            low: count == 0 ? 0 : max(0, center - half),
            high: count == faces ? 1 : min(1, center + half))
    }

    /// The interval of the mean of independent proportions, from their intervals; nil without
    /// proportions.
    ///
    /// G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", 2008.
    static func ofMean(_ shares: [(count: Int, faces: Int)]) -> Interval? {
        var (mean, below, above) = (0.0, 0.0, 0.0)
        for share in shares {
            guard let interval = wilson(share.count, of: share.faces) else { return nil }
            let value = Double(share.count) / Double(share.faces)
            mean += value
            below += (value - interval.low) * (value - interval.low)
            above += (interval.high - value) * (interval.high - value)
        }
        guard !shares.isEmpty else { return nil }
        let count = Double(shares.count)
        return Interval(
            low: max(0, (mean - below.squareRoot()) / count),
            high: min(1, (mean + above.squareRoot()) / count))
    }
}
