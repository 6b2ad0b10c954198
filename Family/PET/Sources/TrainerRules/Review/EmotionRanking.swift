public import FacialFunWire

/// A player's strongest and weakest emotions (H1).
public struct EmotionRanking: Hashable, Sendable {
    /// The emotions with the largest share of right first answers, several if equal; empty if there
    /// are too few answers to compare, or all shares are equal.
    public let best: [Emotion]
    /// The emotions with the smallest share, if ``FamilyAdvice`` calls them hard; the review and
    /// the family's page use the same limits.
    public let least: [Emotion]
    /// Whether at least two emotions were asked often enough to compare them.
    public let isKnown: Bool

    /// Compares emotions by their share of right first answers.
    public init(_ totals: [Emotion: AnswerTotals]) {
        let asked = Emotion.allCases.compactMap { emotion in
            totals[emotion].flatMap {
                $0.asked >= FamilyAdvice.fewestOfEmotion ? (emotion, $0) : nil
            }
        }
        isKnown = asked.count >= 2
        // Cross-multiplied as integers, so that 2 of 6 equals 3 of 9.
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
