import GRDB

extension Schema {
    /// Adds parents' consents that a practice may see a child's results.
    static func makeVersion14(_ db: Database) throws {
        try db.execute(sql: consents)
    }

    private static let consents = """
        CREATE TABLE consent (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            child INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            -- SHA-256 of the code; NULL once a practice has used it.
            digest BLOB UNIQUE CHECK (length(digest) = 32),
            -- NULL until the code is used.
            practice INTEGER REFERENCES household ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            -- The end of the code's validity.
            expires_at INTEGER,
            UNIQUE (child, practice),
            CHECK ((digest IS NULL) = (practice IS NOT NULL)),
            CHECK ((digest IS NULL) = (expires_at IS NULL))
        ) STRICT;
        CREATE INDEX consent_of_practice ON consent (practice) WHERE practice IS NOT NULL;
        """
}
