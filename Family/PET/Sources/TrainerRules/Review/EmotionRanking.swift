public import FacialFunWire

/// Which emotions a player knows best and least (H1).
public struct EmotionRanking: Hashable, Sendable {
    /// Those with the largest share of first answers right, several where they share it; empty where
    /// there is not enough to compare, or all are alike.
    public let best: [Emotion]
    /// Those with the smallest share, if ``FamilyAdvice`` calls them hard; the review and the
    /// family's page agree by using the same limits.
    public let least: [Emotion]
    /// Whether two emotions or more were asked often enough to compare them.
    public let isKnown: Bool

    /// Compares emotions by the share of first answers right.
    public init(_ totals: [Emotion: AnswerTotals]) {
        let asked = Emotion.allCases.compactMap { emotion in
            totals[emotion].flatMap {
                $0.asked >= FamilyAdvice.fewestOfEmotion ? (emotion, $0) : nil
            }
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
            ? bottom.filter { $0.1.firstRight * 100 < $0.1.asked * FamilyAdvice.hardPercent }
                .map(\.0) : []
    }
}
