import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import TrainerRules

/// The rows of families' own questions.
enum OwnQuestionRows {
    /// A family's questions, the oldest first, optionally limited by name and to those that a child
    /// may see.
    static func all(
        of account: AccountID, for player: PlayerID? = nil, _ db: Database, name: UUID? = nil
    ) throws -> [StoredOwnQuestion] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM own_question WHERE account = ?1 AND (?2 IS NULL OR name = ?2)
                    AND (?3 IS NULL OR \(visible("?3")))
                ORDER BY id
                """, arguments: [account.rawValue, name?.bytes, player?.rawValue])
        let files = try Row.fetchAll(
            db,
            sql: """
                SELECT question, part, type, bytes, digest FROM own_file
                WHERE question IN (
                    SELECT id FROM own_question WHERE account = ?1 AND (?2 IS NULL OR name = ?2))
                """, arguments: [account.rawValue, name?.bytes])
        let filesOfRow = Dictionary(grouping: files) { $0["question"] as Int64 }
        return try rows.map { row in
            StoredOwnQuestion(
                question: try question(row),
                files: Dictionary(
                    uniqueKeysWithValues: try (filesOfRow[row["id"]] ?? []).map { file in
                        (
                            try part(file["part"]),
                            .init(
                                type: file["type"], bytes: file["bytes"], digest: file["digest"])
                        )
                    }),
                client: (row["client"] as Int64?).map(PlayerID.init(rawValue:)),
                createdAt: Date(milliseconds: row["created_at"]),
                changedAt: Date(milliseconds: row["changed_at"]))
        }
    }

    /// The SQL condition for questions that a child may see: the family's, and the child's own.
    static func visible(_ player: String) -> String { "(client IS NULL OR client = \(player))" }

    /// Writes a question's words and returns the row's number.
    ///
    /// A new question of a practice belongs to the client whose profile is in use.
    static func write(
        _ question: OwnQuestion, of account: AccountID, for player: PlayerID?, _ now: Date,
        _ db: Database
    ) throws -> Int64 {
        let kind = try String.fetchOne(
            db, sql: "SELECT kind FROM household WHERE id = ?", arguments: [account.rawValue])
        guard let kind else { throw StoreError(.notFound, "There is no such account.") }
        let client = kind == HouseholdKind.practice.rawValue ? player : nil
        let belongsToOther = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM own_question
                    WHERE account = ?1 AND name = ?2 AND ?3 IS NOT NULL AND NOT \(visible("?3")))
                """, arguments: [account.rawValue, question.id.bytes, player?.rawValue])
        guard belongsToOther != true else {
            throw StoreError(.notFound, "The question belongs to another client.")
        }
        try db.execute(
            sql: """
                INSERT INTO own_question (
                    account, name, prompt, tip, emotion, level, picked, created_at, changed_at,
                    client)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9)
                ON CONFLICT (account, name) DO UPDATE SET prompt = ?3, tip = ?4, emotion = ?5,
                    level = ?6, picked = ?7, changed_at = ?8
                """,
            arguments: [
                account.rawValue, question.id.bytes, question.prompt, question.tip,
                question.emotion.rawValue, question.level,
                try question.picked.map { try JSON.text($0.map(\.rawValue)) }, now.milliseconds,
                client?.rawValue,
            ])
        return try Int64.fetchOne(
            db, sql: "SELECT id FROM own_question WHERE account = ? AND name = ?",
            arguments: [account.rawValue, question.id.bytes]) ?? 0
    }

    /// Changes a file.
    static func apply(
        _ change: OwnFileChange, to part: OwnFile.Part, ofRow row: Int64, _ db: Database
    ) throws {
        switch change {
        case .keep: return
        case .remove:
            try db.execute(
                sql: "DELETE FROM own_file WHERE question = ? AND part = ?",
                arguments: [row, part.rawValue])
        case .replace(let file):
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO own_file (question, part, type, bytes, digest, content)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    row, part.rawValue, file.type, file.content.count, file.digest, file.content,
                ])
        }
    }

    /// The storage that a family uses.
    ///
    /// With a player, the questions that this child may see are counted, but the bytes of all
    /// questions.
    static func usage(
        of account: AccountID, for player: PlayerID? = nil, _ db: Database
    ) throws -> BankUsage {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT (SELECT count(*) FROM own_question WHERE account = ?1
                        AND (?2 IS NULL OR \(visible("?2")))) AS questions,
                    (SELECT ifnull(sum(bytes), 0) FROM own_file WHERE question IN (
                        SELECT id FROM own_question WHERE account = ?1)) AS bytes
                """, arguments: [account.rawValue, player?.rawValue])
        return BankUsage(questions: row?["questions"] ?? 0, bytes: row?["bytes"] ?? 0)
    }

    /// Throws if the data would exceed the family's quota.
    static func checkQuota(_ account: AccountID, isNew: Bool, _ db: Database) throws {
        let usage = try usage(of: account, db)
        guard !isNew || usage.questions <= BankUsage.mostQuestions else {
            throw StoreError(
                .tooManyQuestions,
                "A family can have at most \(BankUsage.mostQuestions) own questions. Delete one.")
        }
        guard usage.bytes <= BankUsage.mostBytes else {
            throw StoreError(
                .tooManyBytes,
                "A family's pictures and recordings can have at most \(BankUsage.mostBytes) bytes, "
                    + "not \(usage.bytes). Delete a question.")
        }
    }

    /// Removes a question from the unfinished rounds of a family's players.
    static func withdraw(
        _ question: Question.ID, from account: AccountID, _ now: Date, _ db: Database
    ) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, state FROM round WHERE level = ? AND finished_at IS NULL
                    AND state IS NOT NULL AND player IN (SELECT id FROM member WHERE household = ?)
                """, arguments: [PlayedLevel.questionBank.description, account.rawValue])
        for row in rows {
            // A state in another version's format is left: its round is closed when a player
            // resumes it.
            guard var round = try? JSON.value(Round.self, row["state"]), round.withdraw(question)
            else { continue }
            try db.execute(
                sql: "UPDATE round SET state = ?, finished_at = ? WHERE id = ?",
                arguments: [
                    try JSON.text(round), round.isFinished ? now.milliseconds : nil,
                    row["id"] as Int64,
                ])
        }
    }

    /// Removes own questions from a round if they were deleted while it was planned.
    static func withdrawMissing(
        from round: inout Round, player: PlayerID, _ db: Database
    ) throws {
        guard round.level == .questionBank else { return }
        let names = try Data.fetchSet(
            db,
            sql: """
                SELECT name FROM own_question
                WHERE account = (SELECT household FROM member WHERE id = ?1)
                    AND \(visible("?1"))
                """, arguments: [player.rawValue])
        let asked = [round.current].compactMap(\.self) + round.upcoming(round.total)
        for item in asked where item.form == .own {
            guard let id = OwnQuestion.id(of: item.id), names.contains(id.bytes) else {
                round.withdraw(item.id)
                continue
            }
        }
    }

    private static func question(_ row: Row) throws -> OwnQuestion {
        guard let id = UUID(bytes: row["name"]) else {
            throw StoreError(
                .damaged, "The id of a family's question is invalid. Run `facialfun-family doctor`."
            )
        }
        let picked = try (row["picked"] as String?).map { text in
            try JSON.value([String].self, text).map(HistoryRows.emotion)
        }
        return OwnQuestion(
            id: id, prompt: row["prompt"], tip: row["tip"],
            emotion: try HistoryRows.emotion(row["emotion"]), level: row["level"], picked: picked)
    }

    private static func part(_ word: String) throws -> OwnFile.Part {
        guard let part = OwnFile.Part(rawValue: word) else {
            throw StoreError(
                .damaged,
                "The part of a file is unknown: \"\(word)\". Run `facialfun-family doctor`.")
        }
        return part
    }
}
