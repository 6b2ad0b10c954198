import GRDB

extension Schema {
    /// Retention: the accounts that were notified of their deletion.
    static func makeVersion8(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE account_notice (
                    account INTEGER NOT NULL PRIMARY KEY REFERENCES account ON DELETE CASCADE,
                    day INTEGER NOT NULL
                ) STRICT;
                """)
    }
}
