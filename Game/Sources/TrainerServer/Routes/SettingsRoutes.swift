import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerStore

/// Settings (C1, C2), and starting anew (C3).
struct SettingsRoutes {
    let store: TrainerStore
    let content: Content

    func add(to group: RouterGroup<TrainerContext>) {
        group.put("settings", use: change)
        group.post("progress/reset", use: reset)
    }

    private struct Change: Decodable, Sendable {
        let volume: Int?
        let narration: Bool?
        let sounds: Bool?
        let captions: Bool?
        let voice: String?
        let theme: String?
        let motion: String?
        let reward: String?
    }

    /// The settings as the browser gets them.
    struct Answer: Encodable {
        let volume: Int
        let narration: Bool
        let sounds: Bool
        let captions: Bool
        let voice: String
        let theme: String
        let motion: String
        let reward: String
    }

    private func change(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let change = try await WireJSON.read(Change.self, from: request, context: context)
        if let volume = change.volume, !PlayerSettings.volumes.contains(volume) {
            throw invalid("volume", "25, 30, … 100")
        }
        if let voice = change.voice, !content.voices.contains(voice) {
            throw invalid("voice", content.voices.joined(separator: " or "))
        }
        let theme = try value(change.theme, "theme", PlayerSettings.Theme.self)
        let motion = try value(change.motion, "motion", PlayerSettings.Motion.self)
        let reward = try value(change.reward, "reward", PlayerSettings.Reward.self)
        let settings = try await store.updateSettings(of: session.player) { settings in
            settings.volume = change.volume ?? settings.volume
            settings.narration = change.narration ?? settings.narration
            settings.sounds = change.sounds ?? settings.sounds
            settings.captions = change.captions ?? settings.captions
            settings.voice = change.voice ?? settings.voice
            settings.theme = theme ?? settings.theme
            settings.motion = motion ?? settings.motion
            settings.reward = reward ?? settings.reward
        }
        return try WireJSON.response(
            Answer(
                volume: settings.volume, narration: settings.narration, sounds: settings.sounds,
                captions: settings.captions, voice: settings.voice ?? content.voices.first ?? "",
                theme: settings.theme.rawValue, motion: settings.motion.rawValue,
                reward: settings.reward.rawValue))
    }

    private func reset(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        try await WireJSON.readNothing(from: request, context: context)
        try await store.resetProgress(player: session.player)
        return try WireJSON.response([String: String]())
    }

    private func value<Value: RawRepresentable & CaseIterable>(
        _ text: String?, _ member: String, _ type: Value.Type
    ) throws(WireError) -> Value? where Value.RawValue == String {
        guard let text else { return nil }
        guard let value = Value(rawValue: text) else {
            throw invalid(member, type.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return value
    }

    private func invalid(_ member: String, _ wanted: String) -> WireError {
        WireError(
            .unprocessableContent, "invalid", "The value of '\(member)' must be one of: \(wanted).")
    }
}
