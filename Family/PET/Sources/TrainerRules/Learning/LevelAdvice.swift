public import FacialFunWire

/// Which level suits a player who does not choose by hand.
public enum LevelAdvice {
    /// The lowest level of which less than seven tenths of the emotions are mastered; the highest
    /// that has questions where there is none; nil without questions.
    ///
    /// Not all of them: one pair of emotions that a child mixes up (fear and surprise, two of
    /// seven) does not keep it from people and situations. What is left behind comes again as long
    /// as it is played.
    ///
    /// - Parameters:
    ///   - bank: the standard questions.
    ///   - history: what the player did so far.
    ///   - excluded: what a parent took out.
    /// - Returns: the level's number.
    public static func level(
        bank: [Question], history: PlayHistory, excluded: Set<Emotion> = []
    ) -> Int? {
        var emotions: [Int: Set<Emotion>] = [:]
        for question in bank
        where question.form != .own && !question.probe && !excluded.contains(question.emotion) {
            emotions[question.level, default: []].insert(question.emotion)
        }
        let levels = emotions.keys.sorted()
        return levels.first { level in
            let all = emotions[level] ?? []
            let mastered = all.count {
                history.mastery(of: Skill($0, at: .standard(level))).isMastered
            }
            return mastered * 10 < all.count * 7
        } ?? levels.last
    }
}
