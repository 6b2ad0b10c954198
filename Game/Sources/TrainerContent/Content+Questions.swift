public import Emotions
public import TrainerRules

/// The texts of questions: their keys in one place.
extension Content {
    /// What is asked, as "How does the baby feel?".
    public func prompt(_ question: Question, language: String = "en") -> String {
        text(TextKey.prompt(question.id), language: language)
    }

    /// The tip, which gives the picture's context.
    public func tip(_ question: Question, language: String = "en") -> String {
        text(TextKey.tip(question.id), language: language)
    }

    /// What is to be seen, for those who do not see it.
    public func description(_ question: Question, language: String = "en") -> String {
        text(TextKey.description(question.id), language: language)
    }

    /// The word of an answer: its own where it has one, else its emotion's.
    public func word(
        of answer: Question.Answer, in question: Question, language: String = "en"
    ) -> String {
        let own = TextKey.answer(answer.id, of: question.id)
        if let text = existingText(own, language: language) { return text }
        return answer.emotion.map { word(of: $0, language: language) }
            ?? text(own, language: language)
    }

    /// The word of an emotion, as "happy".
    public func word(of emotion: Emotion, language: String = "en") -> String {
        text(TextKey.emotion(emotion), language: language)
    }

    /// The path of an emotion's symbol.
    public func symbol(of emotion: Emotion) -> String { "symbols/\(emotion.rawValue).svg" }
}
