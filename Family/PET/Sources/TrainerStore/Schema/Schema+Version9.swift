import GRDB

extension Schema {
    /// Keeps all agreements with version and time, instead of only the latest.
    static func makeVersion9(_ db: Database) throws {
        try db.execute(sql: agreements)
        try db.execute(
            sql: """
                INSERT INTO agreement (account, subject, version, given, at)
                SELECT id, 'terms', terms_version, 1, terms_agreed_at FROM account
                """)
        // The time of earlier consents to statistics was not recorded; they get the time of this
        // migration.
        try db.execute(
            sql: """
                INSERT INTO agreement (account, subject, version, given, at)
                SELECT id, 'statistics', terms_version, 1, unixepoch() * 1000 FROM account
                WHERE agrees_to_statistics = 1
                """)
    }

    private static let agreements = """
        CREATE TABLE agreement (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            -- The terms, or that answers may be counted in the statistics of all players.
            subject TEXT NOT NULL CHECK (subject IN ('terms', 'statistics')),
            -- The version of the terms that held at that time.
            version TEXT NOT NULL,
            -- 0 where it was taken back.
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX agreement_of_account ON agreement (account);
        """
}
