import GRDB
import TrainerRules

extension Schema {
    /// Stickers, which stay whatever becomes of a skill later; and what the end of a sitting needs.
    static func makeVersion7(_ db: Database) throws {
        try db.execute(sql: stickers)
        try stickWhatWasMastered(db)
    }

    private static let stickers = """
        CREATE TABLE sticker (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
            emotion TEXT NOT NULL,
            -- The day on which the skill was mastered for the first time.
            day INTEGER NOT NULL,
            -- Whether the player was told of it.
            shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)),
            PRIMARY KEY (player, level, emotion)
        ) STRICT, WITHOUT ROWID;

        -- Whether the last round left something, so that one more question ends the sitting well.
        ALTER TABLE sitting ADD COLUMN
            closing INTEGER NOT NULL DEFAULT 0 CHECK (closing IN (0, 1));
        """

    /// What was mastered before there was a book gets its sticker.
    private static func stickWhatWasMastered(_ db: Database) throws {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM skill_sitting ORDER BY player, level, emotion")
        struct Owner: Hashable {
            let player: Int64
            let level: String
            let emotion: String
        }
        let tallies = Dictionary(grouping: rows) {
            Owner(player: $0["player"], level: $0["level"], emotion: $0["emotion"])
        }
        for (owner, rows) in tallies {
            guard let level = Int(owner.level),
                let day = Mastery(rows.map(HistoryRows.tally)).firstMastered
            else { continue }
            try db.execute(
                sql: "INSERT INTO sticker (player, level, emotion, day) VALUES (?, ?, ?, ?)",
                arguments: [owner.player, level, owner.emotion, day.number])
        }
    }
}
