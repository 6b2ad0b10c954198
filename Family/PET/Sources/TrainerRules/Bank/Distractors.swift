public import FacialFunWire

/// Which wrong answers stand beside a right one where nobody picked them: few and far ones at the
/// easy levels, more and near ones at the hard ones, as in the questions that ship.
public enum Distractors {
    /// How many answers a question of a level has, the right one among them.
    public static func answerCount(level: Int) -> Int {
        switch level {
        case ...2: 3
        case 3, 4: 4
        default: 5
        }
    }

    /// The wrong answers.
    ///
    /// - Parameters:
    ///   - emotion: the right one.
    ///   - level: 1…5.
    /// - Returns: ``answerCount(level:)`` less one, the same ones each time.
    public static func choice(for emotion: Emotion, level: Int) -> [Emotion] {
        let far = fromFarToNear(emotion)
        let count = answerCount(level: level) - 1
        switch level {
        case ...1: return Array(far.prefix(count))
        // One that is near, the others far; then one more near one with each level.
        case 2: return Array(far.prefix(count - 1)) + far.suffix(1)
        case 3: return Array(far.prefix(count - 1)) + far.suffix(1)
        default: return Array(far.prefix(count - 2)) + far.suffix(2)
        }
    }

    /// The other emotions, the least alike first.
    ///
    /// What people take for each other: surprise and fear, anger and disgust, sadness and a face at
    /// rest (Ekman and Friesen, 1976; Young et al., 1997). Contempt, which few children know, is
    /// offered only beside itself.
    static func fromFarToNear(_ emotion: Emotion) -> [Emotion] {
        switch emotion {
        case .happiness: [.sadness, .anger, .fear, .disgust, .surprise, .neutral]
        case .sadness: [.happiness, .surprise, .anger, .disgust, .fear, .neutral]
        case .anger: [.happiness, .surprise, .sadness, .fear, .neutral, .disgust]
        case .surprise: [.sadness, .anger, .disgust, .neutral, .happiness, .fear]
        case .fear: [.happiness, .anger, .neutral, .disgust, .sadness, .surprise]
        case .disgust: [.happiness, .surprise, .neutral, .fear, .sadness, .anger]
        case .neutral: [.surprise, .anger, .fear, .disgust, .happiness, .sadness]
        case .contempt: [.surprise, .fear, .sadness, .happiness, .neutral, .disgust]
        }
    }
}
