public import FacialFunWire

/// The summary of the family's page: progress in recognizing and making faces, and a suggestion for
/// the week.
///
/// It covers the last four weeks. It makes no statements about few answers, because one mistake is
/// not a pattern.
public struct FamilyAdvice: Hashable, Sendable {
    /// The number of days covered.
    public static let recentDays = 28
    /// Minimum number of first answers, over all emotions, for a statement.
    public static let fewestAnswers = 20
    /// Minimum number of first answers for a statement about an emotion.
    public static let fewestOfEmotion = 10
    /// Minimum number of confusions of a pair to call it frequent, and their minimum share of the
    /// answers, in percent.
    public static let fewestMixed = (count: 4, percent: 25)
    /// Minimum number of confusions of two similar emotions, in both directions together, and their
    /// minimum share of all mistakes about the two, in percent, to count as frequent.
    ///
    /// Few early questions offer two similar emotions together. Their confusions are therefore a
    /// small share of all answers, but a large share of the mistakes.
    public static let fewestMixedSimilar = (count: 8, percent: 45)
    /// Below this share of first answers right, in percent, an emotion is called hard.
    public static let hardPercent = 70
    /// Minimum increase of a share to call it better, in percentage points.
    public static let betterPoints = 15
    /// Minimum number of faces for a statement about them, of one emotion or all together.
    public static let fewestFaces = 8
    /// Below this share of recognized faces, in percent, making an emotion's face is called hard.
    public static let hardFacePercent = 40
    /// Minimum share of recognized faces, in percent, to say that making faces goes well.
    public static let goodFacePercent = 70

    /// The most notable result.
    public enum Finding: Hashable, Sendable {
        /// Too few first answers: their number and the required number.
        case tooLittle(answers: Int, wanted: Int)
        /// One emotion is often mistaken for another.
        case mixedUp(shown: Emotion, chosen: Emotion, count: Int, of: Int)
        /// One emotion is the hardest at present.
        case hard(Emotion, right: Int, of: Int)
        /// One emotion became much better within the period.
        case better(Emotion, from: Int, to: Int)
        /// All emotions with enough answers go well.
        case allWell(right: Int, of: Int)
        /// Nothing stands out: some emotions go well, and the others have too few answers to call
        /// them hard.
        case mixed(right: Int, of: Int)
    }

    /// The summary of making faces; a face counts if the game or an adult recognized it.
    public enum Making: Hashable, Sendable {
        /// Too few faces for a statement.
        case tooLittle
        /// The hardest face to make.
        case hard(Emotion, made: Int, of: Int)
        /// Most faces were recognized.
        case well(made: Int, of: Int)
        /// No face stands out.
        case mixed(made: Int, of: Int)
    }

    /// The suggestion for the week.
    public enum Try: Hashable, Sendable {
        /// Play a little more.
        case playOn
        /// Distinguish two emotions.
        case tellApart(Emotion, Emotion)
        /// Look for an emotion together.
        case lookFor(Emotion)
        /// Practice making an emotion's face.
        case makeFace(Emotion)
        /// Use the skills in daily life.
        case everyDay
    }

    /// The most notable result.
    public let finding: Finding
    /// The summary of making faces.
    public let making: Making
    /// The suggestion for the week.
    public let tryAtHome: Try

    /// Evaluates the counts.
    ///
    /// - Parameters:
    /// - emotionDays: Answers; those before the period are ignored.
    /// - confusions: First answers of the latest ``recentDays`` by shown and chosen emotion.
    /// - faceDays: Faces made; those before the period are ignored.
    /// - today: The day of the page.
    public init(
        emotionDays: [EmotionDay], confusions: [ConfusionCount], faceDays: [FaceDay], today: Day
    ) {
        let reading = Self.reading(emotionDays, confusions, today: today)
        finding = reading.finding
        making = Self.making(faceDays, today: today)
        switch (making, reading.action) {
        // A mirror helps with making faces; there is no separate advice for recognizing them.
        case (.hard(let emotion, _, _), .playOn), (.hard(let emotion, _, _), .everyDay):
            tryAtHome = .makeFace(emotion)
        case (_, let action): tryAtHome = action
        }
    }

    private static func making(_ faceDays: [FaceDay], today: Day) -> Making {
        let recent = faceDays.filter { today - $0.day < recentDays && $0.day <= today }
        let all = FaceTotals(recent)
        guard all.shown >= fewestFaces else { return .tooLittle }
        let hardest = Emotion.allCases.compactMap { emotion in
            let totals = FaceTotals(recent.filter { $0.emotion == emotion })
            let isHard =
                totals.shown >= fewestFaces && totals.made * 100 < totals.shown * hardFacePercent
            return isHard ? (emotion: emotion, totals: totals) : nil
        }.min { $0.totals.made * $1.totals.shown < $1.totals.made * $0.totals.shown }
        if let hardest {
            return .hard(hardest.emotion, made: hardest.totals.made, of: hardest.totals.shown)
        }
        return all.made * 100 >= all.shown * goodFacePercent
            ? .well(made: all.made, of: all.shown) : .mixed(made: all.made, of: all.shown)
    }

    private static func reading(
        _ emotionDays: [EmotionDay], _ confusions: [ConfusionCount], today: Day
    ) -> (finding: Finding, action: Try) {
        let recent = recent(emotionDays, today: today)
        let all = AnswerTotals(recent)
        guard all.asked >= fewestAnswers else {
            return (.tooLittle(answers: all.asked, wanted: fewestAnswers), .playOn)
        }
        let byEmotion = Emotion.allCases.compactMap { emotion in
            let totals = AnswerTotals(recent.filter { $0.emotion == emotion })
            return totals.asked >= fewestOfEmotion ? (emotion: emotion, totals: totals) : nil
        }
        if let mixed = mostMixedUp(confusions) ?? mostMixedUpSimilar(confusions) {
            return (
                .mixedUp(
                    shown: mixed.shown, chosen: mixed.chosen, count: mixed.count, of: mixed.of),
                .tellApart(mixed.shown, mixed.chosen)
            )
        }
        if let hard = hardest(byEmotion) {
            return (
                .hard(hard.emotion, right: hard.totals.firstRight, of: hard.totals.asked),
                .lookFor(hard.emotion)
            )
        }
        if let better = mostImproved(recent, today: today) {
            return (
                .better(better.emotion, from: better.from, to: better.to),
                .lookFor(better.emotion)
            )
        }
        let goesWell =
            !byEmotion.isEmpty
            && byEmotion.allSatisfy {
                $0.totals.firstRight * 100 >= $0.totals.asked * Mastery.keptPercent
            }
        return goesWell
            ? (.allWell(right: all.firstRight, of: all.asked), .everyDay)
            : (.mixed(right: all.firstRight, of: all.asked), .playOn)
    }

    /// The answers of the last four weeks.
    static func recent(_ emotionDays: [EmotionDay], today: Day) -> [EmotionDay] {
        emotionDays.filter { today - $0.day < recentDays && $0.day <= today }
    }

    /// The pair with the largest share of confusions; nil if they are not frequent.
    private static func mostMixedUp(
        _ confusions: [ConfusionCount]
    ) -> (shown: Emotion, chosen: Emotion, count: Int, of: Int)? {
        let grid = ConfusionGrid(confusions)
        return grid.emotions.flatMap { shown in
            grid.emotions.compactMap { chosen in
                let count = grid.count(shown: shown, chosen: chosen)
                let all = grid.shown(shown)
                let isOften =
                    shown != chosen && all >= fewestOfEmotion && count >= fewestMixed.count
                    && count * 100 >= all * fewestMixed.percent
                return isOften ? (shown, chosen, count, all) : nil
            }
        }.max { left, right in
            // Cross-multiplied as integers; among equal shares, the one shown more often.
            let (one, two) = (left.2 * right.3, right.2 * left.3)
            return one != two ? one < two : left.2 < right.2
        }
    }

    /// The similar pair with the most mistakes between its two emotions, in the more frequent
    /// direction; nil unless they dominate the mistakes about either.
    private static func mostMixedUpSimilar(
        _ confusions: [ConfusionCount]
    ) -> (shown: Emotion, chosen: Emotion, count: Int, of: Int)? {
        let grid = ConfusionGrid(confusions)
        func mistakes(_ emotion: Emotion) -> Int {
            grid.shown(emotion) - grid.count(shown: emotion, chosen: emotion)
        }
        var most: (shown: Emotion, chosen: Emotion, both: Int)?
        for one in grid.emotions {
            for other in grid.emotions
            where one.index < other.index && SimilarEmotions.contains(one, other) {
                let there = grid.count(shown: one, chosen: other)
                let back = grid.count(shown: other, chosen: one)
                let both = there + back
                guard grid.shown(one) >= fewestOfEmotion, grid.shown(other) >= fewestOfEmotion,
                    both >= fewestMixedSimilar.count,
                    both * 100
                        >= (mistakes(one) + mistakes(other)) * fewestMixedSimilar.percent,
                    both > most?.both ?? 0
                else { continue }
                most = there >= back ? (one, other, both) : (other, one, both)
            }
        }
        return most.map { pair in
            (
                pair.shown, pair.chosen, grid.count(shown: pair.shown, chosen: pair.chosen),
                grid.shown(pair.shown)
            )
        }
    }

    private static func hardest(
        _ byEmotion: [(emotion: Emotion, totals: AnswerTotals)]
    ) -> (emotion: Emotion, totals: AnswerTotals)? {
        byEmotion.filter { $0.totals.firstRight * 100 < $0.totals.asked * hardPercent }
            .min { left, right in
                left.totals.firstRight * right.totals.asked
                    < right.totals.firstRight * left.totals.asked
            }
    }

    /// The emotion whose share of right answers, in percent, rose most from the first to the second
    /// half of the period.
    private static func mostImproved(
        _ recent: [EmotionDay], today: Day
    ) -> (emotion: Emotion, from: Int, to: Int)? {
        let half = recentDays / 2
        return Emotion.allCases.compactMap { emotion in
            let own = recent.filter { $0.emotion == emotion }
            let before = AnswerTotals(own.filter { today - $0.day >= half })
            let now = AnswerTotals(own.filter { today - $0.day < half })
            guard before.asked >= fewestOfEmotion, now.asked >= fewestOfEmotion,
                let was = before.firstRightShare, let share = now.firstRightShare
            else { return nil }
            let (from, to) = (Int((was * 100).rounded()), Int((share * 100).rounded()))
            return to - from >= betterPoints ? (emotion, from, to) : nil
        }.max { $0.2 - $0.1 < $1.2 - $1.1 }
    }
}
