import GRDB

extension Schema {
    /// Adds the garden: a plant for each finished round, including earlier ones.
    static func makeVersion11(_ db: Database) throws {
        try db.execute(sql: garden)
    }

    private static let garden = """
        CREATE TABLE plant (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            -- What was played: a level, the family's own questions, or Facial Fun.
            source TEXT NOT NULL CHECK (source IN ('1', '2', '3', '4', '5', 'bank', 'faces')),
            -- The day on which the round was finished; for rounds before the garden, that of its start.
            day INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX plant_of_player ON plant (player, id);
        INSERT INTO plant (player, source, day)
        SELECT player, source, day FROM (
            SELECT player, level AS source, day, finished_at FROM round
            WHERE finished_at IS NOT NULL AND revision > 0
                AND level IN ('1', '2', '3', '4', '5', 'bank')
                -- The closing question of a sitting belongs to the round before it.
                AND (level = 'bank' OR (SELECT count(DISTINCT question) FROM answer
                    WHERE answer.round = round.id) <> 1)
            UNION ALL
            SELECT player, 'faces', day, finished_at FROM face_round
            WHERE finished_at IS NOT NULL AND revision > 0
                AND EXISTS (SELECT 1 FROM face_event WHERE face_event.round = face_round.id))
        ORDER BY finished_at;
        """
}
