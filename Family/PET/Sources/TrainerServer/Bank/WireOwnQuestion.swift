import FacialFunWire
import FamilyAccounts
import FamilyText
import Foundation
import TrainerContent
import TrainerRules
import TrainerStore

/// A family's own question as sent to the Question Manager.
struct WireOwnQuestion: Encodable {
    let id: String
    let prompt: String
    let tip: String
    let answer: String
    /// The word of the answer.
    let word: String
    let level: Int
    /// The selected wrong answers; null if the level chooses them.
    let picked: [String]?
    /// The wrong answers that are offered.
    let distractors: [String]
    let picture: String?
    let promptRecording: String?
    let tipRecording: String?

    private enum CodingKeys: String, CodingKey {
        case id, prompt, tip, answer, word, level, picked, distractors, picture, promptRecording
        case tipRecording
    }

    init(_ stored: StoredOwnQuestion, content: Content, language: String) {
        let question = stored.question
        id = question.id.uuidString.lowercased()
        prompt = question.prompt
        tip = question.tip
        answer = question.emotion.rawValue
        word =
            content.text(TextKey.emotion(question.emotion), language: language)
            ?? question.emotion.rawValue
        level = question.level
        picked = question.picked?.map(\.rawValue)
        distractors = question.distractors.map(\.rawValue)
        picture = stored.address(.picture)
        promptRecording = stored.address(.prompt)
        tipRecording = stored.address(.tip)
    }

    /// Encodes every key; absent values are null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(prompt, forKey: .prompt)
        try container.encode(tip, forKey: .tip)
        try container.encode(answer, forKey: .answer)
        try container.encode(word, forKey: .word)
        try container.encode(level, forKey: .level)
        try container.encode(picked, forKey: .picked)
        try container.encode(distractors, forKey: .distractors)
        try container.encode(picture, forKey: .picture)
        try container.encode(promptRecording, forKey: .promptRecording)
        try container.encode(tipRecording, forKey: .tipRecording)
    }
}

extension StoredOwnQuestion {
    /// The address of a file, different for each version of the file; nil if there is none.
    func address(_ part: OwnFile.Part) -> String? {
        files[part].map { file in
            let version = file.digest.prefix(6).map { String(format: "%02x", $0) }.joined()
            return "/api/questions/\(question.id.uuidString.lowercased())/\(part.rawValue)"
                + "?v=\(version)"
        }
    }
}

/// A question as the Question Manager sends it for storage.
struct SaveQuestionRequest: Decodable, Sendable {
    /// The name of an uploaded picture and the position of its square.
    struct Picture: Decodable, Sendable {
        let upload: String
        let place: PicturePlace
    }

    let prompt: String?
    let tip: String?
    let answer: String?
    let level: Int?
    let picked: [String]?
    /// A new picture; absent to keep the stored one.
    let picture: Picture?
    /// The name of an uploaded recording; empty to remove it, absent to keep the stored one.
    let promptRecording: String?
    /// The recording of the tip, with the same meaning as ``promptRecording``.
    let tipRecording: String?

    /// The question, or its missing and invalid parts with the catalog key of each message (G2).
    func question(_ id: UUID) -> (question: OwnQuestion?, faults: [String: String]) {
        var faults: [String: String] = [:]
        var prompt = ""
        switch PlainText.line(self.prompt ?? "", most: OwnQuestion.longestPrompt) {
        case _ where CombiningMarks.isLimitExceeded(in: self.prompt ?? ""):
            faults["prompt"] = "field.marks"
        case .some(""): faults["prompt"] = "questions.fault.no_prompt"
        case .some(let line) where line.count <= OwnQuestion.longestPrompt: prompt = line
        default: faults["prompt"] = "questions.fault.prompt"
        }
        var tip = ""
        switch PlainText.line(self.tip ?? "", most: OwnQuestion.longestTip) {
        case _ where CombiningMarks.isLimitExceeded(in: self.tip ?? ""):
            faults["tip"] = "field.marks"
        case .some(let line) where line.count <= OwnQuestion.longestTip: tip = line
        default: faults["tip"] = "questions.fault.tip"
        }
        let emotion = answer.flatMap(Emotion.init(rawValue:))
        if emotion == nil { faults["answer"] = "questions.fault.no_answer" }
        let level = self.level ?? 1
        if !OwnQuestion.levels.contains(level) { faults["level"] = "questions.fault.level" }
        let picked = self.picked?.map(Emotion.init(rawValue:))
        if picked?.contains(nil) == true { faults["answers"] = "questions.fault.answers" }
        guard let emotion, faults.isEmpty else { return (nil, faults) }
        let question = OwnQuestion(
            id: id, prompt: prompt, tip: tip, emotion: emotion, level: level,
            picked: picked?.compactMap(\.self))
        if let fault = question.fault {
            return (nil, [fault.rawValue: "questions.fault.\(fault.rawValue)"])
        }
        return (question, [:])
    }
}
