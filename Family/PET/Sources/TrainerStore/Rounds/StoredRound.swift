import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import TrainerRules

/// A row of a round.
struct StoredRound {
    let id: Int64
    let day: Day
    /// The round; nil if its state was dropped or has a format that this version cannot play.
    let round: Round?

    static func fetch(_ name: UUID, player: PlayerID, _ db: Database) throws -> StoredRound? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, day, state FROM round WHERE name = ? AND player = ?")
        return try Row.fetchOne(statement, arguments: [name.bytes, player.rawValue])
            .map(StoredRound.init)
    }

    static func fetchUnfinished(
        level: PlayedLevel, player: PlayerID, _ db: Database
    ) throws -> StoredRound? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, day, state FROM round
                WHERE player = ? AND level = ? AND finished_at IS NULL
                """)
        return try Row.fetchOne(statement, arguments: [player.rawValue, level.description])
            .map(StoredRound.init)
    }

    private init(_ row: Row) {
        id = row["id"]
        day = Day(row["day"])
        let state: String? = row["state"]
        // A state in another version's format is not damaged: the round is closed and a new one
        // begins.
        round = state.flatMap { try? JSON.value(Round.self, $0) }
    }

    /// Ends a round that cannot be continued.
    func close(_ now: Date, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE round SET finished_at = ?, state = NULL WHERE id = ?",
            arguments: [now.milliseconds, id])
    }

    /// Writes an event and the resulting round.
    func store(_ counted: CountedEvent, _ db: Database) throws {
        let update = try db.cachedStatement(
            sql: """
                UPDATE round SET state = ?, revision = ?, last_at = ?, finished_at = ? WHERE id = ?
                """)
        try update.execute(arguments: [
            try JSON.text(counted.after), counted.after.revision, counted.at.milliseconds,
            counted.after.isFinished ? counted.at.milliseconds : nil, id,
        ])
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO answer (
                    round, event, revision, question, presentation, action, chosen, outcome,
                    helped, elapsed_milliseconds, at, number)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        let number = try counted.questionNumber(db)
        try insert.execute(arguments: [
            id, counted.event.id.bytes, counted.after.revision, try counted.questionRow(db),
            counted.event.presentation, counted.event.action.word, counted.event.action.chosen,
            counted.word, counted.item.helped, counted.storedMilliseconds,
            counted.at.milliseconds, number,
        ])
        try counted.countForPortal(number: number, db)
    }
}
