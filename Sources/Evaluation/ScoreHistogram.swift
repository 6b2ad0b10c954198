package import FacialFunWire

/// Score distribution of one emotion, for faces with its label and for the others.
///
/// Bin b of n contains the scores in [b/n, (b+1)/n); the last one also contains 1. Faces without
/// scores are not counted.
package struct ScoreHistogram: Hashable, Sendable {
    /// Number of bins.
    package static let count = 20

    /// Number of faces with the emotion's label in each bin.
    package private(set) var targets: [Int]
    /// Number of other faces in each bin.
    package private(set) var others: [Int]

    /// Counts the scores of one emotion.
    package init(of target: Emotion, judgements: [Judgement]) {
        targets = Array(repeating: 0, count: Self.count)
        others = targets
        for judgement in judgements {
            guard let score = judgement.scores?[target] else { continue }
            let bin = min(Int(Double(score) * Double(Self.count)), Self.count - 1)
            if judgement.truth == target { targets[bin] += 1 } else { others[bin] += 1 }
        }
    }
}
