import GRDB

extension Schema {
    /// Adds sign-in without typing: pictures and cards of children, and sessions that are a child's.
    static func makeVersion15(_ db: Database) throws {
        try db.execute(sql: childSignIns)
    }

    private static let childSignIns = """
        CREATE TABLE picture_login (
            child INTEGER NOT NULL PRIMARY KEY REFERENCES member ON DELETE CASCADE,
            -- The scrypt hash of the pictures, in order.
            hash TEXT NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            denied_until INTEGER,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE login_card (
            child INTEGER NOT NULL PRIMARY KEY REFERENCES member ON DELETE CASCADE,
            -- SHA-256 of the token on the card.
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            created_at INTEGER NOT NULL
        ) STRICT;

        -- Whether a child signed in without typing, with a child's permissions.
        ALTER TABLE session ADD COLUMN
            is_child INTEGER NOT NULL DEFAULT 0 CHECK (is_child IN (0, 1));
        """
}
