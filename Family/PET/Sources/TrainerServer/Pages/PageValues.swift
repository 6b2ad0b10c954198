import TrainerStore

/// What every template gets as `page`.
struct PageValues: Sendable {
    let language: String
    /// The prefix of styles, modules and fonts, which changes with them.
    let assets: String
    let settings: PlayerSettings
    /// The narrator's name.
    let voice: String
    /// Who plays; nil where nobody is signed in.
    let player: (id: String, name: String)?
    /// What the player is shown by.
    let badge: PlayerBadge?
    /// Whether others may play under the same login.
    let hasSiblings: Bool
    /// The account's number, by which a browser keeps what is one family's; nil where nobody is signed in.
    let account: String?
    /// Whether the account has to agree to changed terms first.
    let mustAgree: Bool
    /// The path of the page, for links and modules.
    let path: String
    /// What the screen is called.
    let title: String

    /// As templates read it.
    var values: [String: Any] {
        var values: [String: Any] = [
            "language": language, "assets": assets, "path": path, "title": title,
            "theme": settings.theme.rawValue, "motion": settings.motion.rawValue,
            "voice": voice, "volume": settings.volume,
            "narration": settings.narration, "sounds": settings.sounds,
            "pressSounds": settings.pressSounds,
            "feedbackSounds": settings.feedbackSounds, "textSize": settings.textSize.rawValue,
            "captions": settings.captions, "reward": settings.reward.rawValue,
            "signedIn": player != nil,
            "narrationIndex": "/api/narration/\(language)/\(voice)",
        ]
        if let player { values["player"] = ["id": player.id, "name": player.name] }
        if let badge {
            values["badge"] = ["drawing": badge.drawing.rawValue, "colour": badge.colour.rawValue]
        }
        values["siblings"] = hasSiblings
        if let account { values["account"] = account }
        values["mustAgree"] = mustAgree
        return values
    }
}
