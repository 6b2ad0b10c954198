package import FacialFunWire

/// Counts of faces by label and predicted emotion.
///
/// Faces without scores have a separate column, so that each row sums to the number of faces with
/// that label, and such faces count as wrong in all figures.
package struct ConfusionMatrix: Hashable, Sendable {
    private static let size = Emotion.allCases.count

    /// Rows of `size` + 1 columns: the emotions, then the faces without scores.
    private var counts: [Int]

    /// A matrix of zeros.
    package init() {
        counts = Array(repeating: 0, count: Self.size * (Self.size + 1))
    }

    /// Counts one or more faces.
    ///
    /// - Parameters:
    ///   - truth: The label.
    ///   - predicted: The emotion with the highest score; nil without scores.
    ///   - count: Number of such faces, not negative.
    package mutating func add(truth: Emotion, predicted: Emotion?, count: Int = 1) {
        counts[Self.position(truth, predicted)] += count
    }

    /// Number of faces with this label predicted as `predicted`; nil selects faces without scores.
    package subscript(truth truth: Emotion, predicted predicted: Emotion?) -> Int {
        counts[Self.position(truth, predicted)]
    }

    /// Number of faces with this label.
    package func faces(of truth: Emotion) -> Int {
        let row = truth.index * (Self.size + 1)
        return counts[row..<row + Self.size + 1].reduce(0, +)
    }

    /// Number of faces predicted as this emotion.
    package func predictions(of predicted: Emotion) -> Int {
        Emotion.allCases.reduce(0) { $0 + self[truth: $1, predicted: predicted] }
    }

    /// Number of faces.
    package var total: Int { counts.reduce(0, +) }

    /// Number of faces without scores.
    package var withoutScores: Int {
        Emotion.allCases.reduce(0) { $0 + self[truth: $1, predicted: nil] }
    }

    private static func position(_ truth: Emotion, _ predicted: Emotion?) -> Int {
        truth.index * (size + 1) + (predicted?.index ?? size)
    }
}
