public import FacialFunWire

/// Which emotions a player knows best and least (H1).
public struct EmotionRanking: Hashable, Sendable {
    /// How often an emotion has to be asked before anything is said of it: with fewer, one answer
    /// more would say the opposite.
    public static let fewestAsked = 5

    /// Those with the largest share of first answers right, several where they share it; empty where
    /// there is not enough to compare, or all are alike.
    public let best: [Emotion]
    /// Those with the smallest share, if it is below what counts as mastered: a child that knows all
    /// nearly always right needs no more practice with one of them.
    public let least: [Emotion]
    /// Whether two emotions or more were asked often enough to compare them.
    public let isKnown: Bool

    /// Compares emotions by the share of first answers right.
    public init(_ totals: [Emotion: AnswerTotals]) {
        let asked = Emotion.allCases.compactMap { emotion in
            totals[emotion].flatMap { $0.asked >= Self.fewestAsked ? (emotion, $0) : nil }
        }
        isKnown = asked.count >= 2
        // Compared crosswise in whole numbers: 2 of 6 and 3 of 9 are the same share.
        func exceeds(_ left: AnswerTotals, _ right: AnswerTotals) -> Bool {
            left.firstRight * right.asked > right.firstRight * left.asked
        }
        let top = asked.filter { one in !asked.contains { exceeds($0.1, one.1) } }
        let bottom = asked.filter { one in !asked.contains { exceeds(one.1, $0.1) } }
        let differ = isKnown && top.count < asked.count
        best = differ ? top.map(\.0) : []
        least =
            differ
            ? bottom.filter { $0.1.firstRight * 100 < $0.1.asked * Mastery.masteredPercent }
                .map(\.0) : []
    }
}
