import FamilyAccounts
import GRDB

extension Schema {
    /// The portal: each agreeing player's sums, and the published editions.
    static func makeVersion5(_ db: Database) throws {
        try db.execute(sql: portal)
        try db.execute(sql: portalTriggers)
        // Existing answers are numbered in the order in which they were stored.
        try db.execute(
            sql: """
                UPDATE answer SET number = numbered.number FROM (
                    SELECT first.round, first.revision, row_number() OVER (
                        PARTITION BY round.player ORDER BY first.at, first.round, first.revision
                    ) AS number
                    FROM (
                        SELECT round, at, question, min(revision) AS revision FROM answer
                        WHERE action IN ('answer', 'skip') GROUP BY round, question
                    ) AS first
                    JOIN round ON round.id = first.round
                    JOIN question ON question.id = first.question AND question.form <> 'own'
                ) AS numbered
                WHERE answer.round = numbered.round AND answer.revision = numbered.revision
                """)
        try db.execute(
            sql: """
                INSERT INTO portal_learner (player, questions)
                SELECT player, max(number) FROM answer JOIN round ON round.id = answer.round
                WHERE number IS NOT NULL GROUP BY player
                """)
        try db.execute(sql: "INSERT INTO portal_stale (player) SELECT id FROM player")
    }

    private static let portal = """
        -- The how-manieth question of the player it asked; NULL where the round asked it before.
        ALTER TABLE answer ADD COLUMN number INTEGER;

        -- How many questions a player was asked, whether or not it is counted for the portal.
        CREATE TABLE portal_learner (
            player INTEGER NOT NULL PRIMARY KEY REFERENCES player ON DELETE CASCADE,
            questions INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE portal_state (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- The number of the latest edition; what changes now changes after it.
            number INTEGER NOT NULL
        ) STRICT;
        INSERT INTO portal_state (id, number) VALUES (1, 0);

        -- The groups by which is summed, as `PortalKey` writes them.
        CREATE TABLE portal_cell (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            -- After which edition a player's sums were last taken out or made smaller.
            left_at INTEGER NOT NULL DEFAULT -1
        ) STRICT;

        -- The sums of players who agree; the columns are those of `PortalCounts`.
        CREATE TABLE portal_row (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            cell INTEGER NOT NULL,
            n0 INTEGER NOT NULL, n1 INTEGER NOT NULL, n2 INTEGER NOT NULL, n3 INTEGER NOT NULL,
            n4 INTEGER NOT NULL, n5 INTEGER NOT NULL, n6 INTEGER NOT NULL, n7 INTEGER NOT NULL,
            -- After which edition it was last changed.
            stamp INTEGER NOT NULL,
            PRIMARY KEY (player, cell)
        ) STRICT, WITHOUT ROWID;

        -- The sums of answers that were let go because of their age, of every player.
        CREATE TABLE portal_archive (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            cell INTEGER NOT NULL,
            n0 INTEGER NOT NULL, n1 INTEGER NOT NULL, n2 INTEGER NOT NULL, n3 INTEGER NOT NULL,
            n4 INTEGER NOT NULL, n5 INTEGER NOT NULL, n6 INTEGER NOT NULL, n7 INTEGER NOT NULL,
            PRIMARY KEY (player, cell)
        ) STRICT, WITHOUT ROWID;

        -- Players whose sums are to be made anew; no reference, so that a deletion may pass by.
        CREATE TABLE portal_stale (player INTEGER PRIMARY KEY) STRICT;

        CREATE TABLE portal_edition (
            number INTEGER PRIMARY KEY,
            day INTEGER NOT NULL,
            document TEXT NOT NULL CHECK (json_valid(document))
        ) STRICT;
        """

    // Triggers react to withdrawn consent and deletions, independent of the code that makes the
    // change.
    private static let portalTriggers = """
        CREATE TRIGGER portal_row_gone AFTER DELETE ON portal_row BEGIN
            UPDATE portal_cell SET left_at = (SELECT number FROM portal_state) WHERE id = OLD.cell;
        END;

        CREATE TRIGGER portal_consent_withdrawn AFTER UPDATE OF agrees_to_statistics ON account
        WHEN NEW.agrees_to_statistics = 0 BEGIN
            DELETE FROM portal_row
            WHERE player IN (SELECT id FROM player WHERE account = NEW.id);
        END;

        CREATE TRIGGER portal_consent_given AFTER UPDATE OF agrees_to_statistics ON account
        WHEN NEW.agrees_to_statistics = 1 AND OLD.agrees_to_statistics = 0 BEGIN
            INSERT OR IGNORE INTO portal_stale (player)
            SELECT id FROM player WHERE account = NEW.id;
        END;

        CREATE TRIGGER portal_birth_year_changed AFTER UPDATE OF birth_year ON player
        WHEN NEW.birth_year <> OLD.birth_year BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (NEW.id);
        END;

        CREATE TRIGGER portal_round_gone AFTER DELETE ON round
        WHEN EXISTS (SELECT 1 FROM player WHERE id = OLD.player) BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (OLD.player);
        END;

        CREATE TRIGGER portal_face_round_gone AFTER DELETE ON face_round
        WHEN EXISTS (SELECT 1 FROM player WHERE id = OLD.player) BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (OLD.player);
        END;
        """
}
