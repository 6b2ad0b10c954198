public import FacialFunWire

/// Pairs of emotions whose expressions look alike, and when a question offers both.
///
/// A learner starts with dissimilar answers. Once both emotions of a pair are mostly read right at a
/// level, questions about either offer the other as an answer; only then can a confusion show.
/// Whole faces at full strength take part from level 2, which teaches all emotions, to level 4: for a faint face, a part of a face or
/// a story, the answers were chosen by hand so that only one of them is right.
public enum SimilarEmotions {
    /// Share of first answers right, for both emotions of a pair, at which the pair is introduced.
    public static let introducedAt = 0.7
    /// Share of first answers right below which an introduced pair is withdrawn again.
    public static let withdrawnBelow = 0.45

    private static let pairs: [Set<Emotion>] = [
        [.fear, .surprise], [.anger, .disgust], [.sadness, .neutral], [.fear, .sadness],
    ]

    /// The emotions most easily confused with an emotion, the closest first.
    public static func neighbours(of emotion: Emotion) -> [Emotion] {
        pairs.compactMap { pair in
            pair.contains(emotion) ? pair.subtracting([emotion]).first : nil
        }
    }

    /// Whether two emotions are easily confused.
    public static func contains(_ one: Emotion, _ other: Emotion) -> Bool {
        pairs.contains([one, other])
    }

    /// Whether a question can offer a similar emotion without a second right answer.
    static func allowsSimilarAnswers(in question: Question) -> Bool {
        (2...4).contains(question.level) && question.part == .whole
            && question.strength >= 1
            && question.answers.allSatisfy { $0.picture == nil && $0.emotion != nil }
    }

    /// Whether both emotions of a pair are offered together at a level.
    ///
    /// - Parameters:
    ///   - one: One emotion of the pair.
    ///   - other: The similar emotion.
    ///   - level: The standard level.
    ///   - history: The learner's history.
    /// - Returns: Whether both emotions are recognized well enough at the level.
    static func areIntroduced(
        _ one: Emotion, _ other: Emotion, level: Int, history: PlayHistory
    ) -> Bool {
        let skills = [Skill(one, at: .standard(level)), Skill(other, at: .standard(level))]
        let shares = skills.map { history.mastery(of: $0).recentShare }
        let confused =
            (history.skills[skills[0]]?.confusions[other] ?? 0)
            + (history.skills[skills[1]]?.confusions[one] ?? 0)
        let least = confused > 0 ? withdrawnBelow : introducedAt
        return shares.allSatisfy { $0 >= least }
    }
}
