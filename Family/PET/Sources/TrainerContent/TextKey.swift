public import FacialFunWire
public import TrainerRules

/// The keys of the catalogue that are made of names.
public enum TextKey {
    /// What a question asks.
    public static func prompt(_ question: Question.ID) -> String { "question.\(question).prompt" }

    /// A question's tip.
    public static func tip(_ question: Question.ID) -> String { "question.\(question).tip" }

    /// What a question's picture shows.
    public static func description(_ question: Question.ID) -> String {
        "question.\(question).description"
    }

    /// An answer that is words of its own.
    public static func answer(_ answer: String, of question: Question.ID) -> String {
        "question.\(question).answer.\(answer)"
    }

    /// An emotion's word.
    public static func emotion(_ emotion: Emotion) -> String { "emotion.\(emotion.rawValue)" }
}
