import GRDB

extension Schema {
    /// Adds practices: the kind of a household, and own questions that belong to one client.
    static func makeVersion12(_ db: Database) throws {
        try db.execute(sql: practices)
    }

    private static let practices = """
        ALTER TABLE household ADD COLUMN
            kind TEXT NOT NULL DEFAULT 'family' CHECK (kind IN ('family', 'practice'));
        -- The client of a practice that alone may see the question; NULL for all children.
        ALTER TABLE own_question ADD COLUMN client INTEGER REFERENCES member ON DELETE CASCADE;
        CREATE INDEX own_question_of_client ON own_question (client) WHERE client IS NOT NULL;
        """
}
