import GRDB

extension Schema {
    /// Adds goals, assigned rounds, and notes that are linked to a goal.
    static func makeVersion13(_ db: Database) throws {
        try db.execute(sql: goals)
    }

    private static let goals = """
        CREATE TABLE goal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('reading', 'making')),
            emotion TEXT NOT NULL,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
            -- The share of right first answers to reach, in percent.
            criterion INTEGER NOT NULL CHECK (criterion BETWEEN 50 AND 100),
            day INTEGER NOT NULL,
            -- NULL while the goal is open.
            ended_day INTEGER,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX goal_of_player ON goal (player, id);

        CREATE TABLE assignment (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            -- The game to play, as in the garden.
            source TEXT NOT NULL CHECK (source IN ('1', '2', '3', '4', '5', 'bank', 'faces')),
            rounds INTEGER NOT NULL CHECK (rounds BETWEEN 1 AND 20),
            done INTEGER NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND rounds),
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX assignment_of_player ON assignment (player, id);

        ALTER TABLE note ADD COLUMN goal INTEGER REFERENCES goal ON DELETE SET NULL;
        CREATE INDEX note_of_goal ON note (goal) WHERE goal IS NOT NULL;
        """
}
