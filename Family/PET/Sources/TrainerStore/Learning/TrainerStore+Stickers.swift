import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import GRDB
import TrainerRules

extension TrainerStore {
    /// A player's stickers, by level and emotion.
    ///
    /// Stickers are permanent: neither losing a skill nor resetting the progress removes them.
    public func stickers(of player: PlayerID) async throws(StoreError) -> [Sticker] {
        try await read { db in try Self.fetchStickers(player, db) }
    }

    static func fetchStickers(_ player: PlayerID, _ db: Database) throws -> [Sticker] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM sticker WHERE player = ? ORDER BY level, emotion",
            arguments: [player.rawValue]
        ).map { row in
            Sticker(
                level: row["level"], emotion: try HistoryRows.emotion(row["emotion"]),
                day: Day(row["day"]), isShown: row["shown"])
        }
    }

    /// Records that stickers were shown to the player.
    public func markShown(
        _ stickers: [Sticker], of player: PlayerID
    ) async throws(StoreError) {
        guard !stickers.isEmpty else { return }
        try await write { db in
            for sticker in stickers {
                try db.execute(
                    sql: """
                        UPDATE sticker SET shown = 1 WHERE player = ? AND level = ? AND emotion = ?
                        """,
                    arguments: [player.rawValue, sticker.level, sticker.emotion.rawValue])
            }
        }
    }
}

extension CountedEvent {
    /// Awards stickers for skills that were mastered in a finished round.
    ///
    /// It waits for the end of the round, so that a few right answers followed by wrong ones earn
    /// no sticker.
    func stick(_ db: Database) throws {
        guard after.isFinished else { return }
        for skill in Set(after.skills) {
            guard case .standard(let level) = skill.level else { continue }
            let statement = try db.cachedStatement(
                sql: "SELECT * FROM skill_sitting WHERE player = ? AND level = ? AND emotion = ?")
            let tallies = try Row.fetchAll(
                statement,
                arguments: [player.rawValue, skill.level.description, skill.emotion.rawValue]
            ).map(HistoryRows.tally)
            guard let mastered = Mastery(tallies).firstMastered else { continue }
            let insert = try db.cachedStatement(
                sql: """
                    INSERT INTO sticker (player, level, emotion, day) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO NOTHING
                    """)
            try insert.execute(arguments: [
                player.rawValue, level, skill.emotion.rawValue, mastered.number,
            ])
        }
    }
}
