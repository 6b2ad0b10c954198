import FacialFunWire

/// Sampling variation of figures, by a bootstrap stratified by label (Efron and Tibshirani, "An
/// Introduction to the Bootstrap", 1993).
///
/// Each replicate draws, with replacement, the original number of faces of each label. The frequency
/// of each emotion thus counts as chosen, not as sampled, and no replicate lacks an emotion.
package struct Bootstrap: Hashable, Sendable {
    /// The seed; the same seed and faces in the same order give the same intervals.
    package let seed: UInt64
    /// Number of replicates, at least 1.
    package let replicates: Int

    /// Makes a bootstrap.
    package init(seed: UInt64 = 1, replicates: Int = 1000) {
        precondition(replicates >= 1, "a bootstrap needs at least one replicate")
        self.seed = seed
        self.replicates = replicates
    }

    /// The 95 % interval of every figure: the 2.5th to the 97.5th percentile of the replicates.
    ///
    /// Intervals of calibration errors are biased upward and may exclude the figure itself:
    /// resampling adds noise to the bins, which increases a sum of distances.
    ///
    /// - Returns: nil for a figure without a value in some replicate, such as the precision of an
    ///   emotion that is hardly ever predicted, because an interval over the others would look too
    ///   certain. Also nil for a figure that is the same in all replicates, such as that of a
    ///   single face.
    /// - Complexity: O(replicates · faces).
    package func intervals(of set: EvaluationSet) -> MetricTable<Interval?> {
        let samples = (0..<replicates).map { replicate in
            set.figures(weights: weights(replicate: replicate, judgements: set.judgements)).values
        }
        return MetricTable(
            values: samples[0].indices.map { figure in
                let values = samples.compactMap { $0[figure] }
                guard values.count == replicates else { return nil }
                let sorted = values.sorted()
                guard sorted[0] < sorted[replicates - 1] else { return nil }
                return Interval(
                    low: percentile(0.025, ofSorted: sorted),
                    high: percentile(0.975, ofSorted: sorted))
            })
    }

    /// Number of times that each face was drawn in a replicate.
    func weights(replicate: Int, judgements: [Judgement]) -> [Int32] {
        var indices = [[Int]](repeating: [], count: Emotion.allCases.count)
        for (index, judgement) in judgements.enumerated() {
            indices[judgement.truth.index].append(index)
        }
        var generator = SeededGenerator(seed: seed, stream: UInt64(replicate))
        var weights = [Int32](repeating: 0, count: judgements.count)
        for ofOneLabel in indices {
            for _ in ofOneLabel {
                weights[ofOneLabel[generator.next(below: ofOneLabel.count)]] += 1
            }
        }
        return weights
    }
}

/// A percentile, interpolated linearly between neighbors.
///
/// - Parameters:
///   - share: The percentile as a fraction, 0…1.
///   - values: At least one value, in ascending order.
/// - Returns: The value below which that fraction of the values is.
func percentile(_ share: Double, ofSorted values: [Double]) -> Double {
    precondition(!values.isEmpty, "a percentile needs at least one value")
    let position = share * Double(values.count - 1)
    let below = Int(position)
    let above = min(below + 1, values.count - 1)
    return values[below] + (position - Double(below)) * (values[above] - values[below])
}
