import FacialFunWire
import Foundation
import GRDB
public import TrainerRules

/// All that the family's page shows of a child, as one moment's state.
public struct FamilyReview: Sendable {
    /// What the child's own review is made of.
    public var rollUps: RollUps
    /// First answers by what was shown and what was chosen, of the latest
    /// ``FamilyAdvice/recentDays`` days.
    public var recentConfusions: [ConfusionCount]
    /// Facial Fun by day, level and emotion.
    public var faceDays: [FaceDay]
    /// The best score of each emotion at each level that was asked, 0…1.
    public var bestScores: [FaceSkill: Double]
    /// How far the child has come with each skill that was asked.
    public var mastery: [Skill: Mastery]
    /// A page of what was written beside days, the latest first.
    public var notes: [Note]
    /// Which page it is.
    public var notePage: NotePage
    /// The days of all notes, the latest first; one stands for each note.
    public var noteDays: [Day]
    /// The day of the review.
    public var today: Day
}

extension TrainerStore {
    /// All that the family's page shows of a child.
    ///
    /// - Throws: ``StoreError`` with `notFound` where the account has no such child.
    public func familyReview(
        player: PlayerID, account: AccountID, notes page: NotePage = NotePage()
    ) async throws(StoreError) -> FamilyReview {
        let today = day(of: now)
        return try await read { db in
            try Self.require(player, of: account, db)
            var tallies: [Skill: [SittingTally]] = [:]
            for row in try Row.fetchAll(
                db, sql: "SELECT * FROM skill_sitting WHERE player = ?",
                arguments: [player.rawValue])
            {
                tallies[try HistoryRows.skill(row), default: []].append(HistoryRows.tally(row))
            }
            return FamilyReview(
                rollUps: try Self.fetchRollUps(player, db),
                recentConfusions: try Self.fetchConfusions(
                    player, since: today + -FamilyAdvice.recentDays, db),
                faceDays: try Self.fetchFaceDays(player, db),
                bestScores: try Self.fetchBestScores(player, db),
                mastery: tallies.mapValues { Mastery($0) },
                notes: try Self.fetchNotes(player, page: page, db), notePage: page,
                noteDays: try Int.fetchAll(
                    db, sql: "SELECT day FROM note WHERE player = ? ORDER BY day DESC, id DESC",
                    arguments: [player.rawValue]
                ).map { Day($0) }, today: today)
        }
    }

    private static func fetchConfusions(
        _ player: PlayerID, since day: Day, _ db: Database
    ) throws -> [ConfusionCount] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT shown, chosen, sum(count) AS count FROM confusion
                WHERE player = ? AND day > ? GROUP BY shown, chosen ORDER BY shown, chosen
                """, arguments: [player.rawValue, day.number]
        ).map { row in
            ConfusionCount(
                shown: try HistoryRows.emotion(row["shown"]),
                chosen: try HistoryRows.emotion(row["chosen"]), count: row["count"])
        }
    }

    private static func fetchBestScores(
        _ player: PlayerID, _ db: Database
    ) throws -> [FaceSkill: Double] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT target, level_asked, max(best_score) AS best FROM face_result
                    JOIN face_round ON face_round.id = face_result.round
                WHERE player = ? AND best_score IS NOT NULL GROUP BY target, level_asked
                """, arguments: [player.rawValue])
        return Dictionary(
            try rows.map { row in
                (
                    FaceSkill(try HistoryRows.emotion(row["target"]), level: row["level_asked"]),
                    row["best"]
                )
            }, uniquingKeysWith: max)
    }
}
