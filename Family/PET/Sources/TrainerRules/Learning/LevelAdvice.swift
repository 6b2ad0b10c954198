public import FacialFunWire

/// The recommended level for a player who does not choose by hand.
public enum LevelAdvice {
    /// The lowest level with less than seven tenths of its emotions mastered; the highest level
    /// with questions if there is none; nil without questions.
    ///
    /// One confused pair of emotions (fear and surprise, two of seven) therefore does not keep a
    /// child from people and situations. Skills left behind return in reviews.
    ///
    /// - Parameters:
    ///   - bank: The standard questions.
    ///   - history: The player's history.
    ///   - excluded: The emotions that a parent excluded.
    /// - Returns: The level's number.
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
