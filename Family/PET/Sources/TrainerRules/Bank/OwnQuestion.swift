public import FacialFunWire
public import Foundation

/// A question that a family made for its children: its words, its answers, how hard it is.
///
/// Its picture and its recordings are kept apart.
public struct OwnQuestion: Hashable, Codable, Identifiable, Sendable {
    /// The most characters of a prompt, the fewest being 1.
    public static let longestPrompt = 120
    /// The most characters of a tip; 0 where there is none.
    public static let longestTip = 200
    /// The levels that there are, 1 (easiest) to 5.
    public static let levels = 1...5
    /// How many answers a question may have.
    public static let answerCounts = 3...5

    /// The question's name, made in the browser: a question that is sent twice is stored once.
    public let id: UUID
    /// What is asked.
    public var prompt: String
    /// What helps; empty where there is none.
    public var tip: String
    /// The right answer.
    public var emotion: Emotion
    /// How hard it is, 1 (easiest) to 5.
    public var level: Int
    /// The wrong answers that somebody picked, 2 to 4; nil where the level chooses them.
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

    /// What about the question cannot be; nil where it is sound.
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

    /// The part of a question that is at fault.
    public enum Fault: String, Sendable {
        case prompt, tip, level, answers
    }

    /// Its wrong answers: those that were picked, else those of its level.
    public var distractors: [Emotion] {
        picked ?? Distractors.choice(for: emotion, level: level)
    }

    /// The name that rounds and answers know it by: `bank-` and ``id``.
    public var questionID: Question.ID { Self.questionID(id) }

    /// The name that rounds and answers know a question by.
    public static func questionID(_ id: UUID) -> Question.ID {
        "bank-" + id.uuidString.lowercased()
    }

    /// The question that a name in a round is of; nil where the name is that of one that ships.
    public static func id(of name: Question.ID) -> UUID? {
        name.hasPrefix("bank-") ? UUID(uuidString: String(name.dropFirst(5))) : nil
    }

    /// The question as rounds ask it.
    public var question: Question {
        Question(
            id: questionID, level: level, emotion: emotion, form: .own, picture: nil,
            answers: ([emotion] + distractors).map { .init(id: $0.rawValue, emotion: $0) },
            right: emotion.rawValue)
    }
}
