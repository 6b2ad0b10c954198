public import FamilyAccounts
public import FamilyStore
import GRDB
import TrainerRules

/// The progress of a player's current sitting.
public struct SittingProgress: Hashable, Sendable {
    /// Its length so far in milliseconds, without hidden pages and long pauses.
    public var milliseconds: Int
    /// The number of finished rounds in it, including Facial Fun.
    public var rounds: Int
    /// Whether the last round left a question unanswered.
    public var hasUnansweredQuestion: Bool
    /// Mean time for a question in milliseconds, including praise.
    public var pace: Int

    /// Time in addition to answering, for prompt and praise, in milliseconds.
    static let feedbackMilliseconds = 5_000
    /// Minimum number of answers for the player's own mean time; below it a default is used.
    static let fewestAnswers = 8

    static func fetch(_ player: PlayerID, _ db: Database) throws -> SittingProgress {
        let sitting = try Row.fetchOne(
            db,
            sql: """
                SELECT milliseconds, rounds, closing FROM sitting WHERE player = ?
                ORDER BY day DESC, id DESC LIMIT 1
                """, arguments: [player.rawValue])
        let answers = try Row.fetchOne(
            db,
            sql: """
                SELECT ifnull(sum(milliseconds), 0) AS time, ifnull(sum(answers_timed), 0) AS count
                FROM emotion_day WHERE player = ?
                """, arguments: [player.rawValue])
        let count: Int = answers?["count"] ?? 0
        let time: Int = answers?["time"] ?? 0
        return SittingProgress(
            milliseconds: sitting?["milliseconds"] ?? 0, rounds: sitting?["rounds"] ?? 0,
            hasUnansweredQuestion: sitting?["closing"] ?? false,
            pace: count < fewestAnswers
                ? Sitting.usualQuestionMilliseconds : time / count + feedbackMilliseconds)
    }
}

extension TrainerStore {
    /// Reads the progress of a player's current sitting.
    public func sitting(of player: PlayerID) async throws(StoreError) -> SittingProgress {
        try await read { db in try SittingProgress.fetch(player, db) }
    }

    /// Whether a player has an unfinished round of Facial Fun.
    public func hasUnfinishedFaceRound(_ player: PlayerID) async throws(StoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM face_round
                        WHERE player = ? AND finished_at IS NULL AND revision > 0)
                    """, arguments: [player.rawValue]) ?? false
        }
    }
}
