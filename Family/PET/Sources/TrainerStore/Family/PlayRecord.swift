public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB
public import TrainerRules

/// One row of a spreadsheet: an event of play, or a note.
public struct PlayRecord: Hashable, Sendable {
    /// The kind of a row.
    public enum Kind: String, Sendable {
        case answer, face, sitting, note
    }

    /// The kind.
    public var kind: Kind
    /// The time of storage, or of the start of a sitting.
    public var at: Date
    /// The day on the family's clock.
    public var day: Day
    /// The level that was played.
    public var level: String?
    /// The emotion of the question.
    public var emotion: String?
    /// The question's name.
    public var question: String?
    /// The action: `answer`, `skip`, `tip`, `replay`, or the way a face was judged.
    public var action: String?
    /// The chosen answer.
    public var chosen: String?
    /// The result.
    public var outcome: String?
    /// The duration, in milliseconds.
    public var milliseconds: Int?
    /// Tries at a face.
    public var tries: Int?
    /// Hints at a face.
    public var hints: Int?
    /// The best score of a face, 0…1.
    public var score: Double?
    /// A note's text.
    public var text: String?
}

extension TrainerStore {
    /// All records and notes of a child, the oldest first.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    /// - Complexity: O(n) in the child's answers.
    public func playRecords(
        player: PlayerID, account: AccountID
    ) async throws(StoreError) -> [PlayRecord] {
        try await read { db in
            try Self.require(player, of: account, db)
            let rows = try Row.fetchAll(db, sql: Self.records, arguments: [player.rawValue])
            return rows.compactMap { row in
                guard let kind = PlayRecord.Kind(rawValue: row["kind"]) else { return nil }
                let at = Date(milliseconds: row["at"])
                return PlayRecord(
                    kind: kind, at: at,
                    day: (row["day"] as Int?).map(Day.init) ?? self.day(of: at),
                    level: row["level"], emotion: row["emotion"], question: row["question"],
                    action: row["action"], chosen: row["chosen"], outcome: row["outcome"],
                    milliseconds: row["milliseconds"], tries: row["tries"], hints: row["hints"],
                    score: row["score"], text: row["text"])
            }
        }
    }

    private static let records = """
        SELECT 'answer' AS kind, answer.at AS at, NULL AS day, round.level AS level,
            question.emotion AS emotion, question.name AS question, answer.action AS action,
            answer.chosen AS chosen, answer.outcome AS outcome,
            answer.elapsed_milliseconds AS milliseconds, NULL AS tries, NULL AS hints,
            NULL AS score, NULL AS text
        FROM round JOIN answer ON answer.round = round.id
            JOIN question ON question.id = answer.question
        WHERE round.player = ?1
        UNION ALL
        SELECT 'face', face_result.at, NULL, CAST(level_asked AS TEXT), target, NULL, mode, NULL,
            ending, milliseconds, tries, hints, best_score, NULL
        FROM face_round JOIN face_result ON face_result.round = face_round.id
        WHERE face_round.player = ?1
        UNION ALL
        SELECT 'sitting', started_at, day, NULL, NULL, NULL, NULL, NULL, NULL, milliseconds, NULL,
            NULL, NULL, NULL
        FROM sitting WHERE player = ?1 AND milliseconds > 0
        UNION ALL
        SELECT 'note', created_at, day, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
            text
        FROM note WHERE player = ?1
        ORDER BY at
        """
}
