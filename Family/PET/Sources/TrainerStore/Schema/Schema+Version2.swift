import GRDB

extension Schema {
    /// Facial Fun: rounds, the result of each showing, and their sums.
    ///
    /// No column contains a picture.
    static func makeVersion2(_ db: Database) throws {
        try db.execute(sql: faces)
    }

    private static let faces = """
        CREATE TABLE face_round (
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE CHECK (length(name) = 16),
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
            day INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            finished_at INTEGER,
            revision INTEGER NOT NULL,
            -- The round as a value; NULL once it is over and needed no more.
            state TEXT
        ) STRICT;
        CREATE INDEX face_round_of_player ON face_round (player, level);
        CREATE UNIQUE INDEX face_round_unfinished ON face_round (player, level)
            WHERE finished_at IS NULL;

        -- Every event that counted: one that comes again finds its outcome here.
        CREATE TABLE face_event (
            round INTEGER NOT NULL REFERENCES face_round ON DELETE CASCADE,
            event BLOB NOT NULL CHECK (length(event) = 16),
            revision INTEGER NOT NULL,
            showing INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            -- For an outcome "not_yet".
            tries_left INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (round, event)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE face_result (
            round INTEGER NOT NULL REFERENCES face_round ON DELETE CASCADE,
            showing INTEGER NOT NULL,
            target TEXT NOT NULL,
            level_asked INTEGER NOT NULL,
            level_judged INTEGER NOT NULL,
            ending TEXT NOT NULL,
            mode TEXT NOT NULL,
            best_score REAL,
            best_progress REAL NOT NULL,
            tries INTEGER NOT NULL,
            hints INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (round, showing)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE face_day (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            day INTEGER NOT NULL,
            level INTEGER NOT NULL,
            emotion TEXT NOT NULL,
            shown INTEGER NOT NULL,
            matched INTEGER NOT NULL,
            matched_by_tap INTEGER NOT NULL,
            matched_easier INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            tried_out INTEGER NOT NULL,
            skipped INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            hints INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            PRIMARY KEY (player, day, level, emotion)
        ) STRICT, WITHOUT ROWID;
        """
}
