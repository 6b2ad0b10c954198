public import FacialFunWire
public import TrainerRules

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

    /// How large the words of questions, messages and captions are.
    public enum TextSize: String, Codable, CaseIterable, Sendable {
        case normal, large
    }

    /// How the level is chosen.
    public enum Difficulty: String, Codable, CaseIterable, Sendable {
        /// By hand: every level can be played.
        case hand
        /// By mastery: the levels up to the one that is advised.
        case mastery
    }

    /// The volumes that there are, in percent.
    public static let volumes = Array(stride(from: 25, through: 100, by: 5))

    /// In percent, one of ``volumes``.
    public var volume = 75
    /// Whether prompts and messages are read out.
    public var narration = true
    /// Whether there are sounds at all.
    public var sounds = true
    /// Whether there is one when a button is pressed, as far as there are ``sounds``.
    public var pressSounds = true
    /// Whether there is one at an answer, which tells right from wrong, as far as there are
    /// ``sounds``.
    public var feedbackSounds = true
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
    /// How large words are.
    public var textSize = TextSize.normal
    /// How long a sitting is; nil for one without an end.
    public var sittingLength: Sitting.Length? = .fifteenMinutes
    /// How the level is chosen.
    public var difficulty = Difficulty.hand
    /// Emotions that a parent took out, each once, in ``Emotions/Emotion``'s order.
    public private(set) var excluded: [Emotion] = []

    /// The emotions that the game teaches; contempt is none of them.
    public static let taught = Emotion.allCases.filter { $0 != .contempt }

    /// Takes emotions out.
    ///
    /// - Returns: false, and changes nothing, where fewer than
    ///   ``EmotionExclusion/fewestLeft`` would be left.
    public mutating func exclude(_ emotions: Set<Emotion>) -> Bool {
        let taken = Self.taught.filter(emotions.contains)
        guard Self.taught.count - taken.count >= EmotionExclusion.fewestLeft else { return false }
        excluded = taken
        return true
    }

    /// Makes the settings of a new player.
    public init() {}
}

/// What is not stored is as it is for a new player: settings that come with a later version need no
/// migration.
extension PlayerSettings: Codable {
    private enum Key: String, CodingKey {
        case volume, narration, sounds, pressSounds, feedbackSounds, captions, voice, theme, motion,
            reward
        case holdToMatch, textSize, sittingLength, difficulty, excluded
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
        pressSounds = try form.decodeIfPresent(Bool.self, forKey: .pressSounds) ?? pressSounds
        feedbackSounds =
            try form.decodeIfPresent(Bool.self, forKey: .feedbackSounds) ?? feedbackSounds
        captions = try form.decodeIfPresent(Bool.self, forKey: .captions) ?? captions
        voice = try form.decodeIfPresent(String.self, forKey: .voice)
        theme = try form.decodeIfPresent(Theme.self, forKey: .theme) ?? theme
        motion = try form.decodeIfPresent(Motion.self, forKey: .motion) ?? motion
        reward = try form.decodeIfPresent(Reward.self, forKey: .reward) ?? reward
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

    /// Writes all of it; no end of a sitting is 0 minutes.
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
        try form.encode(holdToMatch, forKey: .holdToMatch)
        try form.encode(textSize, forKey: .textSize)
        try form.encode(sittingLength?.rawValue ?? 0, forKey: .sittingLength)
        try form.encode(difficulty, forKey: .difficulty)
        try form.encode(excluded, forKey: .excluded)
    }
}
