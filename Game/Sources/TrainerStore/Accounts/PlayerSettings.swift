/// What a player has set (C1, C2), and what else follows the player from screen to screen.
public struct PlayerSettings: Hashable, Sendable {
    /// How bright the screen is.
    public enum Theme: String, Codable, CaseIterable, Sendable {
        case light, dim
        /// As the system says.
        case auto
    }

    /// Whether things move.
    public enum Motion: String, Codable, CaseIterable, Sendable {
        case on, off
        /// As the system says.
        case auto
    }

    /// What comes for two seconds after a right answer.
    public enum Reward: String, Codable, CaseIterable, Sendable {
        case star, fish, train
        /// Nothing.
        case none
    }

    /// The volumes that there are, in percent.
    public static let volumes = Array(stride(from: 25, through: 100, by: 5))

    /// In percent, one of ``volumes``.
    public var volume = 75
    /// Whether prompts and messages are read out.
    public var narration = true
    /// Whether there are sounds at presses and answers.
    public var sounds = true
    /// Whether what is read out is shown as text.
    public var captions = true
    /// The narrator's name; nil for the content's first.
    public var voice: String?
    /// How bright the screen is.
    public var theme = Theme.auto
    /// Whether things move.
    public var motion = Motion.auto
    /// What comes after a right answer.
    public var reward = Reward.star
    /// Whether a face that is held counts in Facial Fun, without a touch.
    public var holdToMatch = true

    /// Makes the settings of a new player.
    public init() {}
}

/// What is not stored is as it is for a new player: settings that come with a later version need no
/// migration.
extension PlayerSettings: Codable {
    private enum Key: String, CodingKey {
        case volume, narration, sounds, captions, voice, theme, motion, reward, holdToMatch
    }

    /// Reads stored settings.
    ///
    /// - Throws: `DecodingError` where a value is none that can be set.
    public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        volume = try form.decodeIfPresent(Int.self, forKey: .volume) ?? volume
        guard Self.volumes.contains(volume) else {
            throw DecodingError.dataCorruptedError(
                forKey: .volume, in: form, debugDescription: "There is no volume \(volume).")
        }
        narration = try form.decodeIfPresent(Bool.self, forKey: .narration) ?? narration
        sounds = try form.decodeIfPresent(Bool.self, forKey: .sounds) ?? sounds
        captions = try form.decodeIfPresent(Bool.self, forKey: .captions) ?? captions
        voice = try form.decodeIfPresent(String.self, forKey: .voice)
        theme = try form.decodeIfPresent(Theme.self, forKey: .theme) ?? theme
        motion = try form.decodeIfPresent(Motion.self, forKey: .motion) ?? motion
        reward = try form.decodeIfPresent(Reward.self, forKey: .reward) ?? reward
        holdToMatch = try form.decodeIfPresent(Bool.self, forKey: .holdToMatch) ?? holdToMatch
    }
}
