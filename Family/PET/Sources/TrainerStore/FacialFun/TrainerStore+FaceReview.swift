import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// A player's Facial Fun results by day, level and emotion, the oldest first.
    public func faceDays(player: PlayerID) async throws(StoreError) -> [FaceDay] {
        try await read { db in try Self.fetchFaceDays(player, db) }
    }

    /// The end of each showing, the oldest first, for the player's own export.
    public func faceResults(player: PlayerID) async throws(StoreError) -> [FaceResult] {
        try await read { db in try Self.fetchFaceResults(player, db) }
    }

    static func fetchFaceDays(_ player: PlayerID, _ db: Database) throws -> [FaceDay] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM face_day WHERE player = ? ORDER BY day, level, emotion",
            arguments: [player.rawValue]
        ).map { row in
            var value = FaceDay(
                day: Day(row["day"]), emotion: try face(row["emotion"]), level: row["level"])
            for (name, count) in zip(FaceDayColumns.names, FaceDay.counts) {
                value[keyPath: count] = row[name]
            }
            return value
        }
    }

    static func fetchFaceResults(_ player: PlayerID, _ db: Database) throws -> [FaceResult] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT face_result.* FROM face_result JOIN face_round
                    ON face_round.id = face_result.round
                WHERE player = ? ORDER BY round, showing
                """, arguments: [player.rawValue]
        ).map(faceResult)
    }

    static func faceResult(_ row: Row) throws -> FaceResult {
        guard let end = FaceResult.End(rawValue: row["ending"]),
            let mode = FaceResult.Mode(rawValue: row["mode"])
        else {
            throw StoreError(
                .damaged, "A result of Facial Fun is invalid. Run `facialfun-family doctor`.")
        }
        return FaceResult(
            target: try face(row["target"]), levelAsked: row["level_asked"],
            levelJudged: row["level_judged"], end: end, mode: mode,
            bestScore: row["best_score"], bestProgress: row["best_progress"],
            tries: row["tries"], hints: row["hints"], milliseconds: row["milliseconds"])
    }

    private static func face(_ word: String) throws -> Emotion {
        guard let emotion = Emotion(rawValue: word) else {
            throw StoreError(
                .damaged, "Unknown emotion \"\(word)\". Run `facialfun-family doctor`.")
        }
        return emotion
    }
}

/// The count columns of `face_day`, in the order of `FaceDay.counts`.
enum FaceDayColumns {
    static let names = [
        "shown", "matched", "matched_by_tap", "matched_easier", "seen", "tried_out", "skipped",
        "tries", "hints", "milliseconds",
    ]

    /// Adds a row's counts to the stored ones.
    static let adding = """
        INSERT INTO face_day (player, day, level, emotion, \(names.joined(separator: ", ")))
        VALUES (?, ?, ?, ?, \(names.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT DO UPDATE SET
            \(names.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", "))
        """
}
