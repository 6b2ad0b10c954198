import GRDB

extension Schema {
    /// The Question Manager: a family's own questions, with their pictures and recordings.
    ///
    /// Files are rows of the database: a question is stored completely or not at all, is deleted
    /// with its account, and is in every backup.
    static func makeVersion4(_ db: Database) throws {
        try db.execute(sql: ownQuestions)
    }

    private static let ownQuestions = """
        CREATE TABLE own_question (
            id INTEGER PRIMARY KEY,
            -- The family: all its children play them.
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            name BLOB NOT NULL CHECK (length(name) = 16),
            prompt TEXT NOT NULL CHECK (length(prompt) > 0),
            tip TEXT NOT NULL,
            emotion TEXT NOT NULL,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
            -- The wrong answers as a JSON array; NULL where the level chooses them.
            picked TEXT CHECK (picked IS NULL OR json_valid(picked)),
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            UNIQUE (account, name)
        ) STRICT;

        -- Apart from the words: a list of questions reads none of the bytes.
        CREATE TABLE own_file (
            question INTEGER NOT NULL REFERENCES own_question ON DELETE CASCADE,
            part TEXT NOT NULL CHECK (part IN ('picture', 'prompt', 'tip')),
            type TEXT NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes > 0),
            -- SHA-256, by which a browser knows whether it has the file.
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            content BLOB NOT NULL CHECK (length(content) = bytes),
            PRIMARY KEY (question, part)
        ) STRICT;

        -- Whether questions that ship are asked between a family's own.
        ALTER TABLE account ADD COLUMN mixes_standard INTEGER NOT NULL DEFAULT 0
            CHECK (mixes_standard IN (0, 1));
        """
}
