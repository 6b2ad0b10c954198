public import FacialFunWire
public import TrainerRules

/// A player's settings (C1, C2) and other state that follows the player between screens.
public struct PlayerSettings: Hashable, Sendable {
    /// The color scheme.
    public enum Theme: String, Codable, CaseIterable, Sendable {
        case light, dim
        /// The system's setting.
        case auto
    }

    /// Whether animations run.
    public enum Motion: String, Codable, CaseIterable, Sendable {
        case on, off
        /// The system's setting.
        case auto
    }

    /// The reward shown for two seconds after a right answer.
    public enum Reward: String, Codable, CaseIterable, Sendable {
        case star, fish, train
        /// No reward.
        case none
    }

    /// The text size of questions, messages and captions.
    public enum TextSize: String, Codable, CaseIterable, Sendable {
        case normal, large
    }

    /// The choice of levels.
    public enum Difficulty: String, Codable, CaseIterable, Sendable {
        /// Manual: every level can be played.
        case hand
        /// By mastery: levels up to the recommended one can be played.
        case mastery
    }

    /// The available volumes, in percent.
    public static let volumes = Array(stride(from: 25, through: 100, by: 5))

    /// The volume in percent, one of ``volumes``.
    public var volume = 75
    /// Whether prompts and messages are read out loud.
    public var narration = true
    /// Whether sounds are on.
    public var sounds = true
    /// Whether pressing a button makes a sound, if ``sounds`` are on.
    public var pressSounds = true
    /// Whether an answer makes a sound, which tells right from wrong, if ``sounds`` are on.
    public var feedbackSounds = true
    /// Whether spoken text is shown as captions.
    public var captions = true
    /// The narrator's name; nil for the content's first voice.
    public var voice: String?
    /// The color scheme.
    public var theme = Theme.auto
    /// Whether animations run.
    public var motion = Motion.auto
    /// The reward after a right answer.
    public var reward = Reward.star
    /// Whether Pip, the companion, appears at the end of a round and in the garden.
    public var pip = true
    /// Whether holding a face counts in Facial Fun without a tap.
    public var holdToMatch = true
    /// The text size.
    public var textSize = TextSize.normal
    /// The length of a sitting; nil for no limit.
    public var sittingLength: Sitting.Length? = .fifteenMinutes
    /// The choice of levels.
    public var difficulty = Difficulty.hand
    /// Emotions that a parent excluded, without duplicates, in ``Emotions/Emotion``'s order.
    public private(set) var excluded: [Emotion] = []

    /// The emotions that can be excluded; contempt is not taught.
    public static let taught = Emotion.allCases.filter { $0 != .contempt }

    /// Excludes emotions.
    ///
    /// - Returns: Whether they were excluded; false if fewer than ``EmotionExclusion/fewestLeft``
    ///   emotions would remain.
    public mutating func exclude(_ emotions: Set<Emotion>) -> Bool {
        let taken = Self.taught.filter(emotions.contains)
        guard Self.taught.count - taken.count >= EmotionExclusion.minimumRemaining else {
            return false
        }
        excluded = taken
        return true
    }

    /// Makes the default settings.
    public init() {}
}

/// Decodes settings; missing values get their defaults, so that new settings need no migration.
extension PlayerSettings: Codable {
    private enum Key: String, CodingKey {
        case volume, narration, sounds, pressSounds, feedbackSounds, captions, voice, theme, motion,
            reward, pip
        case holdToMatch, textSize, sittingLength, difficulty, excluded
    }

    /// Reads stored settings.
    ///
    /// - Throws: `DecodingError` for an invalid value.
    public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        volume = try form.decodeIfPresent(Int.self, forKey: .volume) ?? volume
        guard Self.volumes.contains(volume) else {
            throw DecodingError.dataCorruptedError(
                forKey: .volume, in: form, debugDescription: "Unknown volume \(volume).")
        }
        narration = try form.decodeIfPresent(Bool.self, forKey: .narration) ?? narration
        sounds = try form.decodeIfPresent(Bool.self, forKey: .sounds) ?? sounds
        pressSounds = try form.decodeIfPresent(Bool.self, forKey: .pressSounds) ?? pressSounds
        feedbackSounds =
            try form.decodeIfPresent(Bool.self, forKey: .feedbackSounds) ?? feedbackSounds
        captions = try form.decodeIfPresent(Bool.self, forKey: .captions) ?? captions
        voice = try form.decodeIfPresent(String.self, forKey: .voice)
        theme = try form.decodeIfPresent(Theme.self, forKey: .theme) ?? theme
        motion = try form.decodeIfPresent(Motion.self, forKey: .motion) ?? motion
        reward = try form.decodeIfPresent(Reward.self, forKey: .reward) ?? reward
        pip = try form.decodeIfPresent(Bool.self, forKey: .pip) ?? pip
        holdToMatch = try form.decodeIfPresent(Bool.self, forKey: .holdToMatch) ?? holdToMatch
        textSize = try form.decodeIfPresent(TextSize.self, forKey: .textSize) ?? textSize
        if let minutes = try form.decodeIfPresent(Int.self, forKey: .sittingLength) {
            sittingLength = Sitting.Length(rawValue: minutes)
        }
        difficulty = try form.decodeIfPresent(Difficulty.self, forKey: .difficulty) ?? difficulty
        let taken = try form.decodeIfPresent([Emotion].self, forKey: .excluded) ?? []
        guard exclude(Set(taken)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .excluded, in: form, debugDescription: "Too few emotions are left.")
        }
    }

    /// Writes all values; an unlimited sitting is 0 minutes.
    public func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Key.self)
        try form.encode(volume, forKey: .volume)
        try form.encode(narration, forKey: .narration)
        try form.encode(sounds, forKey: .sounds)
        try form.encode(pressSounds, forKey: .pressSounds)
        try form.encode(feedbackSounds, forKey: .feedbackSounds)
        try form.encode(captions, forKey: .captions)
        try form.encodeIfPresent(voice, forKey: .voice)
        try form.encode(theme, forKey: .theme)
        try form.encode(motion, forKey: .motion)
        try form.encode(reward, forKey: .reward)
        try form.encode(pip, forKey: .pip)
        try form.encode(holdToMatch, forKey: .holdToMatch)
        try form.encode(textSize, forKey: .textSize)
        try form.encode(sittingLength?.rawValue ?? 0, forKey: .sittingLength)
        try form.encode(difficulty, forKey: .difficulty)
        try form.encode(excluded, forKey: .excluded)
    }
}
