public import FacialFunWire

/// The first choices for the faces of each emotion.
public struct ConfusionGrid: Hashable, Sendable {
    /// The emotions that were shown or chosen, in the order of ``Emotion``.
    public let emotions: [Emotion]
    private let counts: [Emotion: [Emotion: Int]]

    /// Adds up counts; several counts of a pair are added.
    public init(_ confusions: [ConfusionCount]) {
        var counts: [Emotion: [Emotion: Int]] = [:]
        var seen: Set<Emotion> = []
        for confusion in confusions where confusion.count > 0 {
            counts[confusion.shown, default: [:]][confusion.chosen, default: 0] += confusion.count
            seen.formUnion([confusion.shown, confusion.chosen])
        }
        self.counts = counts
        emotions = Emotion.allCases.filter(seen.contains)
    }

    /// The number of times an emotion was chosen first when another, or the same, was shown.
    public func count(shown: Emotion, chosen: Emotion) -> Int {
        counts[shown]?[chosen] ?? 0
    }

    /// The number of first answers naming an emotion while this one was shown.
    public func shown(_ emotion: Emotion) -> Int {
        counts[emotion]?.values.reduce(0, +) ?? 0
    }

    /// The share of a shown emotion's first answers that named another, or the same, 0…1; nil if it
    /// was never shown.
    public func share(shown: Emotion, chosen: Emotion) -> Double? {
        let all = self.shown(shown)
        return all > 0 ? Double(count(shown: shown, chosen: chosen)) / Double(all) : nil
    }

    /// Systematic mistakes, the most frequent first: at least three of a pair, and at least a fifth
    /// of the emotion's showings.
    public var frequent: [ConfusionCount] {
        emotions.flatMap { shown in
            emotions.compactMap { chosen -> ConfusionCount? in
                let count = count(shown: shown, chosen: chosen)
                guard shown != chosen, count >= 3, count * 5 >= self.shown(shown) else {
                    return nil
                }
                return ConfusionCount(shown: shown, chosen: chosen, count: count)
            }
        }.sorted { left, right in
            left.count != right.count
                ? left.count > right.count
                : (left.shown.index, left.chosen.index) < (right.shown.index, right.chosen.index)
        }
    }
}
