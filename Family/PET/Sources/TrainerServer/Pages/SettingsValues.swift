import FacialFunWire
import TrainerContent
import TrainerRules
import TrainerStore

/// Settings for templates: the child's on one page, the adults' on another.
enum SettingsValues {
    /// Sound and appearance.
    static func child(_ settings: PlayerSettings, content: Content) -> [String: Any] {
        let chosen = settings.voice ?? content.voices.first
        return [
            "settings": [
                "volume": settings.volume, "narration": settings.narration,
                "sounds": settings.sounds, "pressSounds": settings.pressSounds,
                "feedbackSounds": settings.feedbackSounds,
                "captions": settings.captions, "voice": chosen ?? "",
                "theme": settings.theme.rawValue, "motion": settings.motion.rawValue,
                "reward": settings.reward.rawValue, "pip": settings.pip,
                "textSize": settings.textSize.rawValue,
            ] as [String: Any],
            "voices": content.voices.map { voice -> [String: Any] in
                [
                    "id": voice, "name": content.text("voice.\(voice)") ?? voice,
                    "chosen": voice == chosen,
                ]
            },
        ]
    }

    /// Length of play, level, and emotions.
    static func grownUp(_ settings: PlayerSettings, content: Content) -> [String: Any] {
        let minutes = settings.sittingLength?.rawValue ?? 0
        let lengths = Sitting.Length.allCases.map(\.rawValue) + [0]
        return [
            "lengths": lengths.map { length -> [String: Any] in
                [
                    "minutes": length, "chosen": length == minutes,
                    "words": length == 0
                        ? content.text("grown_ups.no_end") ?? ""
                        : content.text("grown_ups.minutes", values: ["minutes": "\(length)"])
                            ?? "\(length)",
                ]
            },
            "difficulties": PlayerSettings.Difficulty.allCases.map { difficulty -> [String: Any] in
                [
                    "value": difficulty.rawValue, "chosen": difficulty == settings.difficulty,
                    "words": content.text("grown_ups.difficulty_\(difficulty.rawValue)") ?? "",
                ]
            },
            "emotions": order.map { emotion -> [String: Any] in
                [
                    "value": emotion.rawValue, "in": !settings.excluded.contains(emotion),
                    "word": content.text("emotion.\(emotion.rawValue)") ?? emotion.rawValue,
                    "symbol": QuestionPresenter.address("symbols/\(emotion.rawValue).svg"),
                ]
            },
        ]
    }

    /// The teaching order.
    private static let order: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral,
    ]
}
