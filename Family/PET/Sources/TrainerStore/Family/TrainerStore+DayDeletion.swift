import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// Deletes all data of a child for one day, and overwrites the data on disk.
    ///
    /// This includes answers, Facial Fun results, sittings, notes, and rounds without answers on
    /// other days. Sums and the data for planning the next round are recomputed from the remaining
    /// data. A round in progress on another device ends.
    ///
    /// - Returns: The counts of the deleted data.
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    public func deleteDay(
        _ day: Day, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> KeptCounts {
        let now = now
        let went = try await write { db in
            try Self.require(player, of: account, db)
            let filter = DayFilter(day) { self.day(of: $0) }
            let deletion = DayDeletion(player: player, filter: filter, now: now)
            var counts = try Self.counts(of: [player], on: filter, db)
            counts.children = 0
            try deletion.run(db)
            try Self.note(
                AuditEntry(now, actor, .deleted, .day, of: player, count: counts.records),
                account, db)
            return counts
        }
        await truncateAfterCommit()
        return went
    }
}

/// The deletion of one child's day, step by step in one transaction.
private struct DayDeletion {
    let player: PlayerID
    let filter: DayFilter
    let now: Date

    private var day: Int { filter.day.number }

    func run(_ db: Database) throws {
        let asked = try affected(db)
        try deleteDated(.answers, db)
        try deleteDated(.faceEvents, db)
        try deleteDated(.faceResults, db)
        for table in [
            "emotion_day", "confusion", "round_count", "face_day", "skill_sitting", "note",
            "plant",
        ] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE player = ? AND day = ?",
                arguments: [player.rawValue, day])
        }
        try endRounds("round", rows: "answer", db)
        try endRounds("face_round", rows: "face_event", db)
        for question in asked.questions { try recountQuestion(question, db) }
        for skill in asked.skills { try recountHelp(skill, db) }
        try deleteSittings(db)
        // Also updates the sums over all families.
        try PortalRecount.recount(player, db)
    }

    /// The questions and skills of the day's answers.
    private func affected(_ db: Database) throws -> (questions: Set<String>, skills: Set<Skill>) {
        var questions: Set<String> = []
        var skills: Set<Skill> = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT question.name, question.emotion,
                    CASE round.level WHEN 'bank' THEN 'bank' ELSE CAST(question.level AS TEXT) END AS level
                FROM answer JOIN question ON question.id = answer.question
                    JOIN round ON round.id = answer.round
                WHERE round = ? AND event = ?
                """)
        for row in try DatedRow.fetch(.answers, of: player, on: filter, db) {
            guard let found = try Row.fetchOne(statement, arguments: [row.round, row.key]) else {
                continue
            }
            questions.insert(found["name"])
            skills.insert(
                Skill(
                    try HistoryRows.emotion(found["emotion"]),
                    at: try HistoryRows.level(found["level"])))
        }
        return (questions, skills)
    }

    private func deleteDated(_ table: DatedRow.Table, _ db: Database) throws {
        for row in try DatedRow.fetch(table, of: player, on: filter, db) {
            try row.delete(from: table, db)
        }
    }

    /// Deletes rounds without remaining answers.
    ///
    /// Rounds with answers of other days are closed, and count for the first of these days.
    private func endRounds(_ table: String, rows: String, _ db: Database) throws {
        let rounds = try Row.fetchAll(
            db,
            sql: """
                SELECT *, (SELECT min(at) FROM \(rows) WHERE round = \(table).id) AS first
                FROM \(table) WHERE player = ? AND (day = ? OR last_at BETWEEN ? AND ?)
                """,
            arguments: [player.rawValue, day, filter.bounds.0, filter.bounds.1])
        for round in rounds {
            let id: Int64 = round["id"]
            let isOfTheDay =
                round["day"] == day
                || filter.dayOf(Date(milliseconds: round["last_at"])) == filter.day
            guard isOfTheDay else { continue }
            guard let first = (round["first"] as Int64?).map(Date.init(milliseconds:)) else {
                try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [id])
                continue
            }
            let finished: Int64? = round["finished_at"]
            let start = round["day"] == day ? filter.dayOf(first).number : round["day"]
            try db.execute(
                sql: """
                    UPDATE \(table) SET state = NULL, day = ?, finished_at = ifnull(finished_at, ?)
                    WHERE id = ?
                    """, arguments: [start, now.milliseconds, id])
            guard table == "round", round["day"] == day else { continue }
            try db.execute(
                sql: """
                    INSERT INTO round_count (player, day, level, started, completed)
                    VALUES (?, ?, ?, 1, ?)
                    ON CONFLICT DO UPDATE SET started = started + 1,
                        completed = completed + excluded.completed
                    """,
                arguments: [player.rawValue, start, round["level"], finished == nil ? 0 : 1])
        }
    }

    /// The result of a question, from the remaining answers.
    private func recountQuestion(_ question: String, _ db: Database) throws {
        let firsts = try firstAnswers("question.name = ?", [question], db)
        guard let last = firsts.map(\.day).max() else {
            try db.execute(
                sql: "DELETE FROM question_history WHERE player = ? AND question = ?",
                arguments: [player.rawValue, question])
            return
        }
        try HistoryRows.write(
            .init(
                asked: firsts.count, firstRight: firsts.count { $0.isRight == true },
                lastAsked: last),
            question: question, of: player, db)
    }

    /// The degree of help with a skill, from the remaining first answers.
    private func recountHelp(_ skill: Skill, _ db: Database) throws {
        let level = skill.level.description
        let ofSkill = """
            question.emotion = ? AND
                CASE round.level WHEN 'bank' THEN 'bank' ELSE CAST(question.level AS TEXT) END = ?
            """
        let values: [(any DatabaseValueConvertible)?] = [skill.emotion.rawValue, level]
        guard try !firstAnswers(ofSkill, values, db).isEmpty else {
            try db.execute(
                sql: "DELETE FROM skill WHERE player = ? AND level = ? AND emotion = ?",
                arguments: [player.rawValue, level, skill.emotion.rawValue])
            return
        }
        // By the answers' order, because a skipped question has no time of a right or wrong answer.
        let answers = try firstAnswers("answer.action = 'answer' AND \(ofSkill)", values, db)
        try HistoryRows.write(
            Help(afterFirstAnswers: answers.compactMap(\.isRight)), skill, of: player, db)
    }

    /// The first action for each question in each round, the oldest first; without a result if the
    /// question was only skipped.
    private func firstAnswers(
        _ condition: String, _ values: [(any DatabaseValueConvertible)?], _ db: Database
    ) throws -> [(isRight: Bool?, day: Day)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT answer.round, question.name, answer.action, answer.outcome, answer.at
                FROM round JOIN answer ON answer.round = round.id
                    JOIN question ON question.id = answer.question
                WHERE round.player = ? AND answer.action IN ('answer', 'skip') AND \(condition)
                ORDER BY answer.at, answer.round, answer.revision
                """, arguments: [player.rawValue] + StatementArguments(values))
        var places: [String: Int] = [:]
        var firsts: [(isRight: Bool?, day: Day)] = []
        for row in rows {
            let name = "\(row["round"] as Int64) \(row["name"] as String)"
            let isRight: Bool? =
                (row["action"] as String) == "answer" ? (row["outcome"] as String) == "right" : nil
            let day = filter.dayOf(Date(milliseconds: row["at"]))
            if let index = places[name] {
                firsts[index].day = day
                if firsts[index].isRight == nil { firsts[index].isRight = isRight }
            } else {
                places[name] = firsts.count
                firsts.append((isRight, day))
            }
        }
        return firsts
    }

    /// Deletes the day's sittings; a current one starts again.
    private func deleteSittings(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM sitting WHERE player = ? AND day = ?
                    AND id NOT IN (SELECT sitting FROM session_sitting)
                """, arguments: [player.rawValue, day])
        try db.execute(
            sql: """
                UPDATE sitting SET started_at = ?, last_activity_at = ?, milliseconds = 0,
                    rounds = 0, closing = 0, last_question = NULL, last_emotion = NULL
                WHERE player = ? AND day = ?
                """,
            arguments: [now.milliseconds, now.milliseconds, player.rawValue, day])
    }
}
