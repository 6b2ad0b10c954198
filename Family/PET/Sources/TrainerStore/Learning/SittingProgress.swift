import GRDB
import TrainerRules

/// How a player's running sitting stands.
public struct SittingProgress: Hashable, Sendable {
    /// How long it has lasted, in milliseconds; hidden pages and long pauses left out.
    public var milliseconds: Int
    /// Rounds that were played to the end in it, those of Facial Fun among them.
    public var rounds: Int
    /// Whether the last round left a question unanswered.
    public var leftSomething: Bool
    /// How long the player takes for a question, praise and all, in milliseconds.
    public var pace: Int

    /// What the player hears and sees besides answering, in milliseconds.
    static let feedbackMilliseconds = 5_000
    /// With fewer answers than these the usual pace is supposed.
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
            leftSomething: sitting?["closing"] ?? false,
            pace: count < fewestAnswers
                ? Sitting.usualQuestionMilliseconds : time / count + feedbackMilliseconds)
    }
}

extension TrainerStore {
    /// How a player's running sitting stands.
    public func sitting(of player: PlayerID) async throws(StoreError) -> SittingProgress {
        try await read { db in try SittingProgress.fetch(player, db) }
    }

    /// Whether a player has begun a round of Facial Fun that waits to be taken up again.
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
