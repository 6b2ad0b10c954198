import GRDB

extension Schema {
    /// The first version.
    ///
    /// Times are milliseconds since 1970 UTC; days are days since 1970-01-01 on the families'
    /// clock.
    static func makeVersion1(_ db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: accounts)
        try db.execute(sql: sessions)
        try db.execute(sql: rounds)
        try db.execute(sql: rollUps)
    }

    private static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            username TEXT NOT NULL,
            -- Folded, so that "Ada" and "ada" are one; emails have an "@", usernames never.
            username_key TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            terms_version TEXT NOT NULL,
            terms_agreed_at INTEGER NOT NULL,
            agrees_to_statistics INTEGER NOT NULL CHECK (agrees_to_statistics IN (0, 1)),
            created_at INTEGER NOT NULL,
            last_login_at INTEGER,
            login_failures INTEGER NOT NULL DEFAULT 0 CHECK (login_failures >= 0),
            denied_until INTEGER
        ) STRICT;

        CREATE TABLE player (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            name TEXT NOT NULL,
            birth_year INTEGER NOT NULL CHECK (birth_year BETWEEN 1850 AND 9999),
            -- NULL for "rather not say".
            gender TEXT,
            settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX player_of_account ON player (account);
        """

    private static let sessions = """
        CREATE TABLE sitting (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            day INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            last_activity_at INTEGER NOT NULL,
            -- Hidden tabs and long pauses left out.
            milliseconds INTEGER NOT NULL DEFAULT 0 CHECK (milliseconds >= 0),
            -- Rounds that were played to the end in it.
            rounds INTEGER NOT NULL DEFAULT 0,
            last_question TEXT,
            last_emotion TEXT
        ) STRICT;
        CREATE INDEX sitting_of_player ON sitting (player, day);

        CREATE TABLE session (
            -- SHA-256 of the token: who reads the file cannot sign in with what it holds.
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            sitting INTEGER NOT NULL REFERENCES sitting ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_of_account ON session (account);
        CREATE INDEX session_of_player ON session (player);
        CREATE INDEX session_of_sitting ON session (sitting);
        """

    private static let rounds = """
        CREATE TABLE round (
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE CHECK (length(name) = 16),
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            level TEXT NOT NULL,
            day INTEGER NOT NULL,
            started_at INTEGER NOT NULL,
            last_at INTEGER NOT NULL,
            finished_at INTEGER,
            revision INTEGER NOT NULL,
            -- The round as a value; NULL once it is over and needed no more.
            state TEXT
        ) STRICT;
        CREATE INDEX round_of_player ON round (player, level);
        CREATE UNIQUE INDEX round_unfinished ON round (player, level) WHERE finished_at IS NULL;

        -- What was asked, as it was when it was asked; one row for as long as it stays the same.
        CREATE TABLE question (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            level INTEGER NOT NULL,
            emotion TEXT NOT NULL,
            form TEXT NOT NULL,
            part TEXT NOT NULL,
            probe INTEGER NOT NULL CHECK (probe IN (0, 1)),
            -- Whose question it is; NULL for one that ships.
            owner INTEGER REFERENCES player ON DELETE CASCADE
        ) STRICT;
        CREATE UNIQUE INDEX question_as_asked ON question
            (name, level, emotion, form, part, probe, ifnull(owner, 0));
        CREATE INDEX question_of_owner ON question (owner) WHERE owner IS NOT NULL;

        -- Every event that counted. The key begins with the round: new answers lie together at the
        -- end of the tree, so that a commit touches the same few pages in a small file and a large.
        CREATE TABLE answer (
            round INTEGER NOT NULL REFERENCES round ON DELETE CASCADE,
            event BLOB NOT NULL CHECK (length(event) = 16),
            -- The round's revision after it: its place in the order of events, from 1.
            revision INTEGER NOT NULL,
            -- A row of "question"; no declared reference, which would cost an index of 5 bytes.
            question INTEGER NOT NULL,
            presentation INTEGER NOT NULL,
            action TEXT NOT NULL CHECK (action IN ('answer', 'skip', 'tip', 'replay')),
            chosen TEXT,
            outcome TEXT NOT NULL,
            -- Whether the question had fewer answers as a help.
            helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
            elapsed_milliseconds INTEGER NOT NULL CHECK (elapsed_milliseconds >= 0),
            at INTEGER NOT NULL,
            PRIMARY KEY (round, event)
        ) STRICT, WITHOUT ROWID;
        """

    private static let rollUps = """
        CREATE TABLE emotion_day (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            day INTEGER NOT NULL,
            level TEXT NOT NULL,
            emotion TEXT NOT NULL,
            asked INTEGER NOT NULL,
            first_right INTEGER NOT NULL,
            later_right INTEGER NOT NULL,
            wrong INTEGER NOT NULL,
            revealed INTEGER NOT NULL,
            skipped INTEGER NOT NULL,
            tips INTEGER NOT NULL,
            replays INTEGER NOT NULL,
            helped INTEGER NOT NULL,
            helped_right INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            answers_timed INTEGER NOT NULL,
            PRIMARY KEY (player, day, level, emotion)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE confusion (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            -- The level of the skill, as in "skill".
            level TEXT NOT NULL,
            shown TEXT NOT NULL,
            chosen TEXT NOT NULL,
            day INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (player, level, shown, chosen, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE round_count (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            day INTEGER NOT NULL,
            level TEXT NOT NULL,
            started INTEGER NOT NULL,
            completed INTEGER NOT NULL,
            PRIMARY KEY (player, day, level)
        ) STRICT, WITHOUT ROWID;

        -- What the next round is chosen by: questions, skills, and how each sitting went with a skill.
        CREATE TABLE question_history (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            question TEXT NOT NULL,
            asked INTEGER NOT NULL,
            first_right INTEGER NOT NULL,
            last_asked INTEGER NOT NULL,
            PRIMARY KEY (player, question)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE skill (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            level TEXT NOT NULL,
            emotion TEXT NOT NULL,
            help TEXT NOT NULL CHECK (json_valid(help)),
            PRIMARY KEY (player, level, emotion)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE skill_sitting (
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            level TEXT NOT NULL,
            emotion TEXT NOT NULL,
            -- The sitting's number; the sitting itself may be gone before what it counted.
            sitting INTEGER NOT NULL,
            day INTEGER NOT NULL,
            asked INTEGER NOT NULL,
            first_right INTEGER NOT NULL,
            PRIMARY KEY (player, level, emotion, sitting)
        ) STRICT, WITHOUT ROWID;
        """
}
