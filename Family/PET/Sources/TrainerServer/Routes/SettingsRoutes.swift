import FacialFunWire
import FamilyAccounts
import FamilyWeb
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// Settings (C1, C2), and resetting progress (C3).
struct SettingsRoutes {
    let store: TrainerStore
    let content: Content

    func add(to group: RouteGroup) {
        group.put("settings", use: change)
        group.put("settings/grown-ups", use: changeByGrownUp)
        group.post("progress/reset", use: reset)
    }

    private struct Change: Decodable, Sendable {
        let volume: Int?
        let narration: Bool?
        let sounds: Bool?
        let pressSounds: Bool?
        let feedbackSounds: Bool?
        let captions: Bool?
        let voice: String?
        let theme: String?
        let motion: String?
        let reward: String?
        let pip: Bool?
        let textSize: String?
    }

    /// Settings that an adult changes.
    private struct GrownUpChange: Decodable, Sendable {
        let sittingMinutes: Int?
        let difficulty: String?
        let excluded: [String]?
    }

    /// The settings as sent to the browser.
    struct Answer: Encodable {
        let volume: Int
        let narration: Bool
        let sounds: Bool
        let pressSounds: Bool
        let feedbackSounds: Bool
        let captions: Bool
        let voice: String
        let theme: String
        let motion: String
        let reward: String
        let pip: Bool
        let textSize: String
        let sittingMinutes: Int
        let difficulty: String
        let excluded: [String]

        init(_ settings: PlayerSettings, content: Content) {
            volume = settings.volume
            narration = settings.narration
            sounds = settings.sounds
            pressSounds = settings.pressSounds
            feedbackSounds = settings.feedbackSounds
            captions = settings.captions
            voice = settings.voice ?? content.voices.first ?? ""
            theme = settings.theme.rawValue
            motion = settings.motion.rawValue
            reward = settings.reward.rawValue
            pip = settings.pip
            textSize = settings.textSize.rawValue
            sittingMinutes = settings.sittingLength?.rawValue ?? 0
            difficulty = settings.difficulty.rawValue
            excluded = settings.excluded.map(\.rawValue)
        }
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
        let textSize = try value(change.textSize, "textSize", PlayerSettings.TextSize.self)
        let settings = try await store.updateSettings(of: session.player) { settings in
            settings.volume = change.volume ?? settings.volume
            settings.narration = change.narration ?? settings.narration
            settings.sounds = change.sounds ?? settings.sounds
            settings.pressSounds = change.pressSounds ?? settings.pressSounds
            settings.feedbackSounds = change.feedbackSounds ?? settings.feedbackSounds
            settings.captions = change.captions ?? settings.captions
            settings.voice = change.voice ?? settings.voice
            settings.theme = theme ?? settings.theme
            settings.motion = motion ?? settings.motion
            settings.reward = reward ?? settings.reward
            settings.pip = change.pip ?? settings.pip
            settings.textSize = textSize ?? settings.textSize
        }
        return try WireJSON.response(Answer(settings, content: content))
    }

    private func changeByGrownUp(
        _ request: Request, _ context: TrainerContext
    ) async throws -> Response {
        let session = try ParentGate(content: content).pass(context)
        let change = try await WireJSON.read(GrownUpChange.self, from: request, context: context)
        let lengths = [0] + Sitting.Length.allCases.map(\.rawValue)
        if let minutes = change.sittingMinutes, !lengths.contains(minutes) {
            throw invalid(
                "sittingMinutes", lengths.map { String($0) }.joined(separator: ", "))
        }
        let difficulty = try value(
            change.difficulty, "difficulty", PlayerSettings.Difficulty.self)
        let excluded = try change.excluded.map { try Self.emotions($0, taught: content) }
        let settings = try await store.updateSettings(of: session.player) { settings in
            if let minutes = change.sittingMinutes {
                settings.sittingLength = Sitting.Length(rawValue: minutes)
            }
            settings.difficulty = difficulty ?? settings.difficulty
            // The caller has checked that enough emotions remain.
            if let excluded { _ = settings.exclude(excluded) }
        }
        return try WireJSON.response(Answer(settings, content: content))
    }

    private static func emotions(
        _ names: [String], taught content: Content
    ) throws(WireError) -> Set<Emotion> {
        let emotions = Set(names.compactMap(Emotion.init(rawValue:)))
        guard emotions.count == Set(names).count, emotions.isSubset(of: PlayerSettings.taught)
        else {
            throw WireError(
                .unprocessableContent, "invalid",
                "The value of 'excluded' must be a list of: "
                    + PlayerSettings.taught.map(\.rawValue).joined(separator: ", ") + ".")
        }
        var settings = PlayerSettings()
        guard settings.exclude(emotions) else {
            throw WireError(
                .unprocessableContent, "too_few",
                content.text("grown_ups.too_few") ?? "Keep at least three feelings.")
        }
        return emotions
    }

    /// Resets progress (C3); like every deletion of a child's records, it requires a parent.
    private func reset(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try ParentGate(content: content).pass(context)
        try await WireJSON.readNothing(from: request, context: context)
        try await store.resetProgress(player: session.player)
        try await store.note(
            .deleted, .progress, of: session.player, account: session.account, by: .parent)
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
