public import FacialFunWire

/// The default wrong answers of a question.
///
/// Easy levels have few and dissimilar ones, hard levels more and similar ones, as in the built-in
/// questions.
public enum Distractors {
    /// The number of answers at a level, including the right one.
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
    ///   - emotion: The right answer.
    ///   - level: 1…5.
    /// - Returns: ``answerCount(level:)`` − 1 answers, always the same.
    public static func choice(for emotion: Emotion, level: Int) -> [Emotion] {
        let far = leastSimilarFirst(emotion)
        let count = answerCount(level: level) - 1
        switch level {
        case ...1: return Array(far.prefix(count))
        // One similar emotion and dissimilar others; then one more similar one with each level.
        case 2: return Array(far.prefix(count - 1)) + far.suffix(1)
        case 3: return Array(far.prefix(count - 1)) + far.suffix(1)
        default: return Array(far.prefix(count - 2)) + far.suffix(2)
        }
    }

    /// The other emotions, the least similar first.
    ///
    /// Typical confusions are surprise and fear, anger and disgust, sadness and a neutral face
    /// (Ekman and Friesen, 1976; Young et al., 1997). Contempt, which few children know, is offered
    /// only if it is the right answer.
    static func leastSimilarFirst(_ emotion: Emotion) -> [Emotion] {
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
