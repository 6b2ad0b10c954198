import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
import TrainerRules

extension TrainerStore {
    /// The data for planning a player's next round.
    ///
    /// - Throws: ``StoreError`` with `damaged` if a row has no valid emotion or level.
    public func history(player: PlayerID) async throws(StoreError) -> PlayerHistory {
        let today = day(of: now)
        return try await read { db in
            var history = PlayHistory(today: today)
            let questions = try Row.fetchAll(
                db, sql: "SELECT * FROM question_history WHERE player = ?",
                arguments: [player.rawValue])
            for row in questions { history.questions[row["question"]] = HistoryRows.record(row) }
            let skills = try Row.fetchAll(
                db, sql: "SELECT * FROM skill WHERE player = ?", arguments: [player.rawValue])
            for row in skills {
                history.skills[try HistoryRows.skill(row), default: .init()].help = try JSON.value(
                    Help.self, row["help"])
            }
            let tallies = try Row.fetchAll(
                db, sql: "SELECT * FROM skill_sitting WHERE player = ?",
                arguments: [player.rawValue])
            for row in tallies {
                history.skills[try HistoryRows.skill(row), default: .init()].tallies.append(
                    HistoryRows.tally(row))
            }
            let confusions = try Row.fetchAll(
                db,
                sql: """
                    SELECT level, shown AS emotion, chosen, sum(count) AS count FROM confusion
                    WHERE player = ? AND shown <> chosen GROUP BY level, shown, chosen
                    """, arguments: [player.rawValue])
            for row in confusions {
                history.skills[try HistoryRows.skill(row), default: .init()].confusions[
                    try HistoryRows.emotion(row["chosen"])] = row["count"]
            }
            let sitting = try RunningSitting.fetch(player, db)
            history.last = sitting?.lastEmotion.map { .init(emotion: $0, person: nil) }
            return PlayerHistory(
                history: history, lastQuestion: sitting?.lastQuestion,
                sittingMilliseconds: sitting?.milliseconds ?? 0, sittingRounds: sitting?.rounds ?? 0
            )
        }
    }

    /// A player's progress at each level, followed by the Question Bank.
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

    /// The data of a player's review.
    public func rollUps(player: PlayerID) async throws(StoreError) -> RollUps {
        try await read { db in try Self.fetchRollUps(player, db) }
    }

    /// Resets a player's progress (C3).
    ///
    /// Deletes rounds, answers, all counts, and sittings. Keeps account, settings, stickers and
    /// plants: rewards are not taken away from a child.
    public func resetProgress(player: PlayerID) async throws(StoreError) {
        let now = now
        let day = day(of: now).number
        try await write { db in
            for table in [
                "round", "emotion_day", "confusion", "round_count", "question_history", "skill",
                "skill_sitting", "face_round", "face_day", "portal_row", "portal_archive",
                "portal_learner",
            ] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE player = ?", arguments: [player.rawValue])
            }
            try db.execute(
                sql: "DELETE FROM question WHERE owner = ?", arguments: [player.rawValue])
            // Current sittings start again; other sittings are deleted.
            try db.execute(
                sql: """
                    DELETE FROM sitting WHERE player = ?
                        AND id NOT IN (
                            SELECT sitting FROM session_sitting
                                JOIN session ON session.digest = session_sitting.session
                            WHERE member = ?)
                    """, arguments: [player.rawValue, player.rawValue])
            try db.execute(
                sql: """
                    UPDATE sitting SET day = ?, started_at = ?, last_activity_at = ?,
                        milliseconds = 0, rounds = 0, closing = 0, last_question = NULL,
                        last_emotion = NULL
                    WHERE player = ?
                    """,
                arguments: [day, now.milliseconds, now.milliseconds, player.rawValue])
        }
        await truncateAfterCommit()
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
                    shown: try HistoryRows.emotion(row["shown"]),
                    chosen: try HistoryRows.emotion(row["chosen"]),
                    count: row["count"])
            },
            rounds: try Row.fetchAll(
                db, sql: "SELECT * FROM round_count WHERE player = ? ORDER BY day, level",
                arguments: [player.rawValue]
            ).map { row in
                RoundCount(
                    day: Day(row["day"]), level: try HistoryRows.level(row["level"]),
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
                day: Day(row["day"]), emotion: try HistoryRows.emotion(row["emotion"]),
                level: try HistoryRows.level(row["level"]))
            for (name, count) in zip(EmotionDayColumns.names, EmotionDay.counts) {
                value[keyPath: count] = row[name]
            }
            return value
        }
    }
}
