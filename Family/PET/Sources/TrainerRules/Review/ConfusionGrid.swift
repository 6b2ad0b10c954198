public import FacialFunWire

/// The counts of the emotions that were chosen first for the faces of each emotion.
public struct ConfusionGrid: Hashable, Sendable {
    /// The emotions that were shown or chosen, in the order of ``Emotion``.
    public let emotions: [Emotion]
    private let counts: [Emotion: [Emotion: Int]]

    /// Makes a grid from counts; several counts of the same pair are summed.
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

    /// The number of times an emotion was chosen first for a shown emotion, which may be the same.
    public func count(shown: Emotion, chosen: Emotion) -> Int {
        counts[shown]?[chosen] ?? 0
    }

    /// The number of first answers to a shown emotion that named any emotion.
    public func shown(_ emotion: Emotion) -> Int {
        counts[emotion]?.values.reduce(0, +) ?? 0
    }

    /// The share of first answers to a shown emotion that named a given one, which may be the same,
    /// 0…1; nil if it was never shown.
    public func share(shown: Emotion, chosen: Emotion) -> Double? {
        let all = self.shown(shown)
        return all > 0 ? Double(count(shown: shown, chosen: chosen)) / Double(all) : nil
    }

    /// Systematic mistakes, the most frequent first: pairs confused at least three times, and in at
    /// least a fifth of the emotion's showings.
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
