import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

/// The data of the family's page about a child, in one snapshot.
public struct FamilyReview: Sendable {
    /// The data of the child's own review.
    public var rollUps: RollUps
    /// First answers by shown and chosen emotion, in the latest ``FamilyAdvice/recentDays`` days.
    public var recentConfusions: [ConfusionCount]
    /// Facial Fun by day, level and emotion.
    public var faceDays: [FaceDay]
    /// The best score of each emotion at each level, 0…1.
    public var bestScores: [FaceSkill: Double]
    /// The child's progress in each skill that was asked.
    public var mastery: [Skill: Mastery]
    /// A page of notes, the latest first.
    public var notes: [Note]
    /// The number of the page.
    public var notePage: NotePage
    /// The days of all notes, the latest first; one entry for each note.
    public var noteDays: [Day]
    /// The day of the review.
    public var today: Day
}

extension TrainerStore {
    /// Reads the data of the family's page about a child.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    public func familyReview(
        player: PlayerID, account: AccountID, notes page: NotePage = NotePage()
    ) async throws(StoreError) -> FamilyReview {
        let today = day(of: now)
        return try await read { db in
            try Self.require(player, of: account, db)
            return try Self.fetchReview(player, notes: page, today: today, db)
        }
    }

    static func fetchReview(
        _ player: PlayerID, notes page: NotePage, today: Day, _ db: Database
    ) throws -> FamilyReview {
        var tallies: [Skill: [SittingTally]] = [:]
        for row in try Row.fetchAll(
            db, sql: "SELECT * FROM skill_sitting WHERE player = ?",
            arguments: [player.rawValue])
        {
            tallies[try HistoryRows.skill(row), default: []].append(HistoryRows.tally(row))
        }
        return FamilyReview(
            rollUps: try fetchRollUps(player, db),
            recentConfusions: try fetchConfusions(
                player, since: today + -FamilyAdvice.recentDays, db),
            faceDays: try fetchFaceDays(player, db),
            bestScores: try fetchBestScores(player, db),
            mastery: tallies.mapValues { Mastery($0) },
            notes: try fetchNotes(player, page: page, db), notePage: page,
            noteDays: try Int.fetchAll(
                db, sql: "SELECT day FROM note WHERE player = ? ORDER BY day DESC, id DESC",
                arguments: [player.rawValue]
            ).map { Day($0) }, today: today)
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
