import FacialFunWire
import TrainerContent
import TrainerRules
import TrainerStore

/// The levels that a player may choose, and the recommended one.
struct LevelAccess {
    /// The recommended level; nil if there are no questions.
    let advised: Int?
    /// The level of the child's assigned round, which is always open; nil if there is none.
    private let assigned: Int?
    private let difficulty: PlayerSettings.Difficulty
    private let counts: [Int: Int]

    init(
        content: Content, history: PlayHistory, settings: PlayerSettings,
        assigned: Plant.Source? = nil
    ) {
        self.assigned = assigned.flatMap { Int($0.rawValue) }
        let excluded = Set(settings.excluded)
        let exclusion = EmotionExclusion(excluded, bank: content.questions)
        let bank = content.questions.compactMap { exclusion($0) }
        counts = Dictionary(grouping: bank, by: \.level).mapValues(\.count)
        advised = LevelAdvice.level(bank: bank, history: history, excluded: excluded)
        difficulty = settings.difficulty
    }

    /// The number of questions of a level for the player.
    func questions(_ level: Int) -> Int { counts[level] ?? 0 }

    /// Whether a level may be played: in manual mode any level; in mastery mode the levels up to
    /// the recommended one, and an assigned one.
    func isOpen(_ level: Int) -> Bool {
        difficulty == .hand || level == assigned || level <= advised ?? 5
    }

    /// Whether a level is highlighted as the one to play: only in mastery mode.
    func isAdvised(_ level: Int) -> Bool { difficulty == .mastery && level == advised }
}
