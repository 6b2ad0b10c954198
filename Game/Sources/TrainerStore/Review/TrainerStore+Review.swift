import Emotions
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// How a player has fared with each question of a level that was ever asked.
    public func history(
        player: PlayerID, level: PlayedLevel
    ) async throws(StoreError) -> [QuestionHistory] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT * FROM question_history WHERE player = ? AND level = ? ORDER BY question",
                arguments: [player.rawValue, level.description]
            ).map { row in
                QuestionHistory(
                    question: row["question"], asked: row["asked"], firstRight: row["first_right"],
                    streak: row["streak"],
                    lastAsked: Double(row["last_asked_at"] as Int64) / 1000,
                    lastFirstRight: (row["last_first_right_at"] as Int64?).map { Double($0) / 1000 }
                )
            }
        }
    }

    /// How a player stands with each level and with the Question Bank, in this order.
    public func levelsProgress(player: PlayerID) async throws(StoreError) -> [LevelProgress] {
        try await read { db in
            let completed = try Row.fetchAll(
                db,
                sql: """
                    SELECT level, sum(completed) AS completed FROM round_count WHERE player = ?
                    GROUP BY level
                    """, arguments: [player.rawValue])
            let resumable = try Row.fetchAll(
                db,
                sql: """
                    SELECT level FROM round
                    WHERE player = ? AND finished_at IS NULL AND revision > 0
                    """, arguments: [player.rawValue])
            let counts = Dictionary(
                completed.map { ($0["level"] as String, $0["completed"] as Int) },
                uniquingKeysWith: +)
            let waiting = Set(resumable.map { $0["level"] as String })
            return ((1...5).map(PlayedLevel.standard) + [.questionBank]).map { level in
                LevelProgress(
                    level: level, completed: counts[level.description] ?? 0,
                    isResumable: waiting.contains(level.description))
            }
        }
    }

    /// All that a player's review is made of.
    public func rollUps(player: PlayerID) async throws(StoreError) -> RollUps {
        try await read { db in try Self.fetchRollUps(player, db) }
    }

    /// Forgets how a player has played (C3).
    ///
    /// Rounds, answers, all that is counted, and the time in the application; account and settings
    /// stay.
    public func resetProgress(player: PlayerID) async throws(StoreError) {
        let now = now
        let day = day(of: now).number
        try await write { db in
            for table in ["round", "emotion_day", "confusion", "round_count", "question_history"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE player = ?", arguments: [player.rawValue])
            }
            try db.execute(
                sql: "DELETE FROM question WHERE owner = ?", arguments: [player.rawValue])
            // Sittings that go on begin anew; the others are gone.
            try db.execute(
                sql: """
                    DELETE FROM sitting WHERE player = ?
                        AND id NOT IN (SELECT sitting FROM session WHERE player = ?)
                    """, arguments: [player.rawValue, player.rawValue])
            try db.execute(
                sql: """
                    UPDATE sitting SET day = ?, started_at = ?, last_activity_at = ?,
                        milliseconds = 0
                    WHERE player = ?
                    """,
                arguments: [day, now.milliseconds, now.milliseconds, player.rawValue])
        }
        try await forgetWrites()
    }

    static func fetchRollUps(_ player: PlayerID, _ db: Database) throws -> RollUps {
        RollUps(
            emotionDays: try fetchEmotionDays(player, db),
            confusions: try Row.fetchAll(
                db,
                sql: """
                    SELECT shown, chosen, sum(count) AS count FROM confusion WHERE player = ?
                    GROUP BY shown, chosen ORDER BY shown, chosen
                    """, arguments: [player.rawValue]
            ).map { row in
                ConfusionCount(
                    shown: try emotion(row["shown"]), chosen: try emotion(row["chosen"]),
                    count: row["count"])
            },
            rounds: try Row.fetchAll(
                db, sql: "SELECT * FROM round_count WHERE player = ? ORDER BY day, level",
                arguments: [player.rawValue]
            ).map { row in
                RoundCount(
                    day: Day(row["day"]), level: try playedLevel(row["level"]),
                    started: row["started"], completed: row["completed"])
            },
            sittings: try Row.fetchAll(
                db,
                sql: """
                    SELECT day, milliseconds FROM sitting WHERE player = ? AND milliseconds > 0
                    ORDER BY day, id
                    """, arguments: [player.rawValue]
            ).map { SittingSpan(day: Day($0["day"]), milliseconds: $0["milliseconds"]) })
    }

    private static func fetchEmotionDays(
        _ player: PlayerID, _ db: Database
    ) throws -> [EmotionDay] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM emotion_day WHERE player = ? ORDER BY day, level, emotion",
            arguments: [player.rawValue]
        ).map { row in
            var value = EmotionDay(
                day: Day(row["day"]), emotion: try emotion(row["emotion"]),
                level: try playedLevel(row["level"]))
            for (name, count) in zip(EmotionDayColumns.names, EmotionDay.counts) {
                value[keyPath: count] = row[name]
            }
            return value
        }
    }

    private static func emotion(_ word: String) throws -> Emotion {
        guard let emotion = Emotion(rawValue: word) else {
            throw StoreError(.damaged, "There is no emotion \"\(word)\". Run `pet doctor`.")
        }
        return emotion
    }

    private static func playedLevel(_ word: String) throws -> PlayedLevel {
        guard let level = PlayedLevel(word) else {
            throw StoreError(.damaged, "There is no level \"\(word)\". Run `pet doctor`.")
        }
        return level
    }
}
