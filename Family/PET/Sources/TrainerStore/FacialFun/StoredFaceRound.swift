import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import TrainerRules

/// A row of a Facial Fun round.
struct StoredFaceRound {
    let id: Int64
    /// The round; nil if its state was dropped or has a format that this version cannot play.
    let round: FaceRound?

    static func fetch(_ name: UUID, player: PlayerID, _ db: Database) throws -> StoredFaceRound? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, state FROM face_round WHERE name = ? AND player = ?")
        return try Row.fetchOne(statement, arguments: [name.bytes, player.rawValue])
            .map(StoredFaceRound.init)
    }

    static func fetchUnfinished(
        level: Int, player: PlayerID, _ db: Database
    ) throws -> StoredFaceRound? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT id, state FROM face_round
                WHERE player = ? AND level = ? AND finished_at IS NULL
                """, arguments: [player.rawValue, level]
        ).map(StoredFaceRound.init)
    }

    private init(_ row: Row) {
        id = row["id"]
        let state: String? = row["state"]
        // A state in another version's format is not damaged: the round is closed and a new one
        // begins.
        round = state.flatMap { try? JSON.value(FaceRound.self, $0) }
    }

    /// Ends a round that cannot be continued.
    func close(_ now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE face_round SET finished_at = ?, state = NULL WHERE id = ?",
            arguments: [now.milliseconds, id])
    }

    /// Drops the states of rounds that ended more than a day ago; all counts stay.
    static func forgetFinished(of player: PlayerID, _ now: Date, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE face_round SET state = NULL
                WHERE player = ? AND finished_at < ? AND state IS NOT NULL
                """,
            arguments: [
                player.rawValue,
                now.addingTimeInterval(-TrainerStore.finishedRoundSeconds).milliseconds,
            ])
    }

    /// The result of a stored event; nil if it is not stored.
    func outcome(of event: UUID, _ db: Database) throws -> FaceOutcome? {
        let statement = try db.cachedStatement(
            sql: "SELECT outcome, tries_left FROM face_event WHERE round = ? AND event = ?")
        guard let row = try Row.fetchOne(statement, arguments: [id, event.bytes]) else {
            return nil
        }
        let word: String = row["outcome"]
        guard let outcome = FaceOutcome(word: word, triesLeft: row["tries_left"]) else {
            throw StoreError(
                .damaged,
                "A try has the unknown outcome \"\(word)\". Run `facialfun-family doctor`."
            )
        }
        return outcome
    }

    /// Writes the state of the round.
    func store(_ round: FaceRound, at now: Date, _ db: Database) throws {
        let update = try db.cachedStatement(
            sql: """
                UPDATE face_round SET state = ?, revision = ?, last_at = ?, finished_at = ?
                WHERE id = ?
                """)
        try update.execute(arguments: [
            try JSON.text(round), round.revision, now.milliseconds,
            round.isFinished ? now.milliseconds : nil, id,
        ])
    }

    /// Writes an event and the resulting round.
    func store(
        _ event: FaceEvent, word: String, step: FaceRound.Step, after round: FaceRound,
        at now: Date,
        _ db: Database
    ) throws {
        try store(round, at: now, db)
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO face_event (round, event, revision, showing, outcome, tries_left, at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        try insert.execute(arguments: [
            id, event.id.bytes, round.revision, event.showing, word, step.outcome.triesLeft,
            now.milliseconds,
        ])
    }

    /// Writes the end of a showing.
    func store(_ result: FaceResult, showing: Int, at now: Date, _ db: Database) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO face_result (
                    round, showing, target, level_asked, level_judged, ending, mode, best_score,
                    best_progress, tries, hints, milliseconds, at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try insert.execute(arguments: [
            id, showing, result.target.rawValue, result.levelAsked, result.levelJudged,
            result.end.rawValue, result.mode.rawValue, result.bestScore, result.bestProgress,
            result.tries, result.hints, result.milliseconds, now.milliseconds,
        ])
    }
}
