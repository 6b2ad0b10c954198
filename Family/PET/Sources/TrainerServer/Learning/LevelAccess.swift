import FacialFunWire
import TrainerContent
import TrainerRules
import TrainerStore

/// Which levels a player may choose, and which one is advised.
struct LevelAccess {
    /// The level that suits the player; nil where there are no questions.
    let advised: Int?
    private let difficulty: PlayerSettings.Difficulty
    private let counts: [Int: Int]

    init(content: Content, history: PlayHistory, settings: PlayerSettings) {
        let excluded = Set(settings.excluded)
        let exclusion = EmotionExclusion(excluded, bank: content.questions)
        let bank = content.questions.compactMap { exclusion($0) }
        counts = Dictionary(grouping: bank, by: \.level).mapValues(\.count)
        advised = LevelAdvice.level(bank: bank, history: history, excluded: excluded)
        difficulty = settings.difficulty
    }

    /// How many questions a level has for the player.
    func questions(_ level: Int) -> Int { counts[level] ?? 0 }

    /// Whether a level may be played: by hand each one, by mastery those up to the advised one.
    func isOpen(_ level: Int) -> Bool {
        difficulty == .hand || level <= advised ?? 5
    }

    /// Whether a level is shown as the one to play: only where mastery decides.
    func isAdvised(_ level: Int) -> Bool { difficulty == .mastery && level == advised }
}
