public import FacialFunWire
public import TrainerRules

/// The catalog keys that contain names.
public enum TextKey {
    /// A question's prompt.
    public static func prompt(_ question: Question.ID) -> String { "question.\(question).prompt" }

    /// A question's tip.
    public static func tip(_ question: Question.ID) -> String { "question.\(question).tip" }

    /// The description of a question's picture.
    public static func description(_ question: Question.ID) -> String {
        "question.\(question).description"
    }

    /// An answer in words.
    public static func answer(_ answer: String, of question: Question.ID) -> String {
        "question.\(question).answer.\(answer)"
    }

    /// An emotion's word.
    public static func emotion(_ emotion: Emotion) -> String { "emotion.\(emotion.rawValue)" }
}
