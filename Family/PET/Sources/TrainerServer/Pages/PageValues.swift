import FamilyAccounts
import TrainerStore

/// The values that every template gets as `page`.
struct PageValues: Sendable {
    let language: String
    /// The address prefix of styles, modules and fonts, which changes with their content.
    let assets: String
    let settings: PlayerSettings
    /// The narrator's name.
    let voice: String
    /// The current player; nil if the visitor is not signed in.
    let player: (id: String, name: String)?
    /// The player's badge.
    let badge: PlayerBadge?
    /// Whether the login has other players.
    let hasSiblings: Bool
    /// The account's number, under which a browser stores the family's data; nil if the visitor is
    /// not signed in.
    let account: String?
    /// Whether the account must agree to changed terms first.
    let mustAgree: Bool
    /// Whether the visitor's household is a practice.
    let isPractice: Bool
    /// Whether the visitor is in a practice without clients, whose pages for children are closed.
    let isClientless: Bool
    /// The path of the page, for links and modules.
    let path: String
    /// The title of the screen.
    let title: String

    /// The value for templates.
    var values: [String: Any] {
        var values: [String: Any] = [
            "language": language, "assets": assets, "path": path, "title": title,
            "theme": settings.theme.rawValue, "motion": settings.motion.rawValue,
            "voice": voice, "volume": settings.volume,
            "narration": settings.narration, "sounds": settings.sounds,
            "pressSounds": settings.pressSounds,
            "feedbackSounds": settings.feedbackSounds, "textSize": settings.textSize.rawValue,
            "captions": settings.captions, "reward": settings.reward.rawValue,
            "pip": settings.pip, "signedIn": player != nil,
            "narrationIndex": "/api/narration/\(language)/\(voice)",
        ]
        if let player { values["player"] = ["id": player.id, "name": player.name] }
        if let badge {
            values["badge"] = ["drawing": badge.drawing.rawValue, "colour": badge.colour.rawValue]
        }
        values["siblings"] = hasSiblings
        if let account { values["account"] = account }
        values["mustAgree"] = mustAgree
        values["isPractice"] = isPractice
        values["isClientless"] = isClientless
        return values
    }
}
