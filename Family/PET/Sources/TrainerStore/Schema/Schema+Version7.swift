import FamilyAccounts
import GRDB

extension Schema {
    /// Adds stickers, which stay even if a skill is lost again, and the data for ending a sitting.
    static func makeVersion7(_ db: Database) throws {
        try db.execute(sql: stickers)
        try db.execute(sql: stickersOfMasteredSkills)
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

    /// Awards the stickers of skills that were mastered before stickers existed.
    ///
    /// This is a frozen copy of that version's rule: sittings are joined to blocks of at least five
    /// answers, and a skill is mastered after three consecutive blocks with 90 % right first
    /// answers. Each step of the recursion reads one row by its key, so the time grows linearly
    /// with the number of sittings.
    private static let stickersOfMasteredSkills = """
        CREATE TEMP TABLE sitting_in_order (
            player INTEGER NOT NULL,
            level TEXT NOT NULL,
            emotion TEXT NOT NULL,
            place INTEGER NOT NULL,
            day INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            first_right INTEGER NOT NULL,
            PRIMARY KEY (player, level, emotion, place)
        ) WITHOUT ROWID;
        INSERT INTO temp.sitting_in_order
        SELECT player, level, emotion,
            row_number() OVER (PARTITION BY player, level, emotion ORDER BY day, sitting),
            day, asked, first_right
        FROM skill_sitting WHERE asked > 0 AND level IN ('1', '2', '3', '4', '5');

        WITH RECURSIVE walk (player, level, emotion, place, day, asked, first_right, blocks) AS (
            SELECT player, level, emotion, 0, day, 0, 0, 0
            FROM temp.sitting_in_order WHERE place = 1
            UNION ALL
            SELECT next.player, next.level, next.emotion, next.place, next.day,
                iif(walk.asked + next.asked >= 5, 0, walk.asked + next.asked),
                iif(walk.asked + next.asked >= 5, 0, walk.first_right + next.first_right),
                CASE
                    WHEN walk.asked + next.asked < 5 THEN walk.blocks
                    WHEN (walk.first_right + next.first_right) * 100
                        >= (walk.asked + next.asked) * 90 THEN walk.blocks + 1
                    ELSE 0
                END
            FROM walk CROSS JOIN temp.sitting_in_order AS next
                ON next.player = walk.player AND next.level = walk.level
                AND next.emotion = walk.emotion AND next.place = walk.place + 1
            WHERE walk.blocks < 3
        )
        INSERT INTO sticker (player, level, emotion, day)
        SELECT player, CAST(level AS INTEGER), emotion, day FROM walk WHERE blocks = 3;
        DROP TABLE temp.sitting_in_order;
        """
}
