/// Robust statistics of a few numbers.
enum Median {
    /// The middle of the sorted numbers; for an even count, the mean of the two in the middle.
    static func of(_ numbers: [Double]) -> Double {
        precondition(!numbers.isEmpty, "a median needs at least one number")
        let ordered = numbers.sorted()
        let middle = ordered.count / 2
        return ordered.count % 2 == 1
            ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
    }

    /// The standard deviation, estimated from the span of the middle four fifths; 0 for one number.
    ///
    /// A tenth at each end is ignored, so that a blink does not count as restlessness.
    static func spread(of numbers: [Double]) -> Double {
        let ordered = numbers.sorted()
        func quantile(_ share: Double) -> Double {
            let position = share * Double(ordered.count - 1)
            let below = Int(position)
            let above = min(below + 1, ordered.count - 1)
            return ordered[below] + (position - Double(below)) * (ordered[above] - ordered[below])
        }
        // The first and the last tenth of a normal distribution are 2.5631 standard deviations
        // apart.
        return ordered.isEmpty ? 0 : (quantile(0.9) - quantile(0.1)) / 2.5631
    }
}
