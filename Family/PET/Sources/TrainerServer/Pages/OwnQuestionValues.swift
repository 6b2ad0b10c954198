import FacialFunWire
import Foundation
import TrainerContent
import TrainerRules
import TrainerStore

/// The content of the Question Manager's pages.
enum OwnQuestionValues {
    /// The list (G1).
    static func list(
        _ questions: [StoredOwnQuestion], content: Content, language: String
    ) -> [String: Any] {
        [
            "questions": questions.map { stored -> [String: Any] in
                let wire = WireOwnQuestion(stored, content: content, language: language)
                return [
                    "id": wire.id, "prompt": wire.prompt, "answer": wire.answer,
                    "word": wire.word, "level": wire.level, "picture": wire.picture ?? "",
                ]
            }
        ]
    }

    /// The used part of the family's storage, in whole megabytes.
    static func sentence(_ usage: BankUsage, content: Content) -> String {
        (content.text("questions.usage") ?? "")
            .replacing("{count}", with: "\(usage.questions)")
            .replacing("{megabytes}", with: "\((usage.bytes + 999_999) / 1_000_000)")
    }

    /// The form of a question (G2, G3): empty for a new one.
    static func form(
        _ stored: StoredOwnQuestion?, content: Content, language: String
    ) -> [String: Any] {
        let question = stored?.question
        let picked = question?.picked
        func emotions(_ isChosen: (Emotion) -> Bool) -> [[String: Any]] {
            Emotion.allCases.map { emotion in
                [
                    "name": emotion.rawValue, "chosen": isChosen(emotion),
                    "word": content.text(TextKey.emotion(emotion), language: language)
                        ?? emotion.rawValue,
                ]
            }
        }
        return [
            "id": question?.id.uuidString.lowercased() ?? "",
            "isNew": question == nil,
            "prompt": question?.prompt ?? "", "tip": question?.tip ?? "",
            "longestPrompt": OwnQuestion.longestPrompt, "longestTip": OwnQuestion.longestTip,
            "picture": stored?.address(.picture) ?? "",
            "promptVoice": voice("prompt", stored?.address(.prompt), content, language),
            "tipVoice": voice("tip", stored?.address(.tip), content, language),
            "emotions": emotions { $0 == question?.emotion },
            "others": emotions { picked?.contains($0) ?? false },
            "picks": picked != nil,
            "levels": OwnQuestion.levels.map { level -> [String: Any] in
                ["number": level, "chosen": level == question?.level ?? 1]
            },
            "mostPictureBytes": OwnPicture.mostBytes,
            "mostRecordingBytes": OwnRecording.mostBytes,
        ]
    }

    /// The recorder for a text.
    private static func voice(
        _ part: String, _ address: String?, _ content: Content, _ language: String
    ) -> [[String: Any]] {
        [
            [
                "part": part, "recording": address ?? "",
                "title": content.text("questions.\(part)_voice", language: language) ?? part,
            ]
        ]
    }
}
