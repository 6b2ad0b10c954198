import FacialFunWire

/// Verification by the score of one emotion: "does this face show the target?".
///
/// Positives are the faces with the target's label, negatives all others; a face is accepted if its
/// score for the target reaches a threshold. A face without scores counts as wrong at every
/// threshold: a positive is never accepted, a negative always.
///
/// Faces are sorted once; each figure is then computed in one pass with any weights.
struct VerificationCurve: Sendable {
    /// Indices of the judgments, by descending score.
    private let order: [Int32]
    /// For each entry of ``order``: whether it is a positive.
    private let isPositive: [Bool]
    /// For each entry of ``order``: whether the next entry has a lower score, or there is none.
    private let endsTie: [Bool]

    /// - Complexity: O(n log n).
    init(target: Emotion, judgements: [Judgement]) {
        let scores = judgements.map { judgement -> Float in
            if let scores = judgement.scores { return scores[target] }
            return judgement.truth == target ? -.infinity : .infinity
        }
        let sorted = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
        order = sorted.map(Int32.init)
        isPositive = sorted.map { judgements[$0].truth == target }
        endsTie = sorted.indices.map { rank in
            rank + 1 == sorted.count || scores[sorted[rank + 1]] < scores[sorted[rank]]
        }
    }

    /// The two figures of the curve.
    ///
    /// - Parameters:
    ///   - weights: Weight of each judgment, in order.
    ///   - falseAcceptRate: The accepted share of the negatives, at least 0 and below 1, because a
    ///     threshold that accepts every face is useless.
    /// - Returns: Both nil if there are no positives or no negatives.
    ///   - `area`: the probability that a positive outscores a negative, ties counting half: the
    ///     area under the ROC curve, the Mann–Whitney statistic with average ranks.
    ///   - `trueAcceptRate`: the largest share of the positives accepted by any threshold with at
    ///     most that false-accept rate; faces of equal score are accepted together, and nothing is
    ///     interpolated.
    /// - Complexity: O(n).
    func figures(
        weights: [Int32], falseAcceptRate: Double
    ) -> (area: Double?, trueAcceptRate: Double?) {
        precondition((0..<1).contains(falseAcceptRate), "a rate in 0..<1")
        var (positives, negatives) = (0, 0)
        for (rank, index) in order.enumerated() {
            let weight = Int(weights[Int(index)])
            if isPositive[rank] { positives += weight } else { negatives += weight }
        }
        guard positives > 0, negatives > 0 else { return (nil, nil) }

        // Counts each pair that the positive wins as 2 and each tie as 1, so that the sum stays an
        // integer.
        var doubledRankSum = 0
        var (accepted, falselyAccepted) = (0, 0)
        var (tiedPositives, tiedNegatives) = (0, 0)
        var acceptedWithinRate = 0
        for (rank, index) in order.enumerated() {
            let weight = Int(weights[Int(index)])
            if isPositive[rank] { tiedPositives += weight } else { tiedNegatives += weight }
            guard endsTie[rank] else { continue }
            let negativesBelow = negatives - falselyAccepted - tiedNegatives
            doubledRankSum += tiedPositives * (2 * negativesBelow + tiedNegatives)
            accepted += tiedPositives
            falselyAccepted += tiedNegatives
            (tiedPositives, tiedNegatives) = (0, 0)
            // Compares quotients, so that 1 of 20 counts as within 5 %.
            if Double(falselyAccepted) / Double(negatives) <= falseAcceptRate {
                acceptedWithinRate = accepted
            }
        }
        return (
            Double(doubledRankSum) / 2 / (Double(positives) * Double(negatives)),
            Double(acceptedWithinRate) / Double(positives)
        )
    }
}
