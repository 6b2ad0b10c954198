public import FacialFunWire
public import Foundation

/// A family's own question: its words, its answers, its level.
///
/// Its picture and its recordings are stored separately.
public struct OwnQuestion: Hashable, Codable, Identifiable, Sendable {
    /// Maximum number of characters of a prompt; the minimum is 1.
    public static let longestPrompt = 120
    /// Maximum number of characters of a tip; 0 for no tip.
    public static let longestTip = 200
    /// The levels, 1 (easiest) to 5.
    public static let levels = 1...5
    /// The permitted number of answers.
    public static let answerCounts = 3...5

    /// The question's identifier, made in the browser, so that a repeated request is stored once.
    public let id: UUID
    /// The prompt.
    public var prompt: String
    /// The tip; empty if there is none.
    public var tip: String
    /// The right answer.
    public var emotion: Emotion
    /// The level, 1 (easiest) to 5.
    public var level: Int
    /// The selected wrong answers, 2 to 4; nil if the level chooses them.
    public var picked: [Emotion]?

    /// Makes a question.
    public init(
        id: UUID, prompt: String, tip: String = "", emotion: Emotion, level: Int,
        picked: [Emotion]? = nil
    ) {
        self.id = id
        self.prompt = prompt
        self.tip = tip
        self.emotion = emotion
        self.level = level
        self.picked = picked
    }

    /// The reason that the question is invalid; nil if it is valid.
    public var fault: Fault? {
        if prompt.isEmpty || prompt.count > Self.longestPrompt { return .prompt }
        if tip.count > Self.longestTip { return .tip }
        if !Self.levels.contains(level) { return .level }
        if let picked {
            guard Self.answerCounts.contains(picked.count + 1),
                Set(picked).count == picked.count, !picked.contains(emotion)
            else { return .answers }
        }
        return nil
    }

    /// An invalid property of a question.
    public enum Fault: String, Sendable {
        case prompt, tip, level, answers
    }

    /// Its wrong answers: the selected ones, otherwise those of its level.
    public var distractors: [Emotion] {
        picked ?? Distractors.choice(for: emotion, level: level)
    }

    /// The name in rounds and answers: `bank-` and ``id``.
    public var questionID: Question.ID { Self.questionID(id) }

    /// The name of a question in rounds and answers.
    public static func questionID(_ id: UUID) -> Question.ID {
        "bank-" + id.uuidString.lowercased()
    }

    /// The ``id`` of a question's name in rounds; nil for a built-in question's name.
    public static func id(of name: Question.ID) -> UUID? {
        name.hasPrefix("bank-") ? UUID(uuidString: String(name.dropFirst(5))) : nil
    }

    /// The question as used in rounds.
    public var question: Question {
        Question(
            id: questionID, level: level, emotion: emotion, form: .own, picture: nil,
            answers: ([emotion] + distractors).map { .init(id: $0.rawValue, emotion: $0) },
            right: emotion.rawValue)
    }
}
