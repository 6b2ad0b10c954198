import FacialFunWire
import FamilyAccounts
import Foundation
import GRDB
import TrainerRules

extension CountedEvent {
    /// Adds the event to the data for choosing the next round.
    ///
    /// Reads the affected rows, applies `PlayHistory.record`, and writes the result.
    func countSkill(_ db: Database) throws {
        guard event.action != .tip, event.action != .replay else { return }
        let sitting = try RunningSitting.fetchOrBegin(player, on: day, at: at, db)
        let skill = before.skill(of: item)
        var history = PlayHistory(today: day)
        history.questions[item.id] = try HistoryRows.question(item.id, of: player, db)
        let tally = try HistoryRows.tally(skill, sitting: sitting.id, of: player, db)
        history.skills[skill] = .init(
            tallies: tally.map { [$0] } ?? [], help: try HistoryRows.help(skill, of: player, db))
        history.record(
            event, outcome: outcome, of: item, in: before, sitting: Int(sitting.id))
        if let record = history.questions[item.id] {
            try HistoryRows.write(record, question: item.id, of: player, db)
        }
        if let record = history.skills[skill] {
            try HistoryRows.write(record.help, skill, of: player, db)
            for tally in record.tallies {
                try HistoryRows.write(tally, skill, of: player, db)
            }
        }
        try sitting.note(item, in: after, db)
        try stick(db)
    }
}

/// The sitting in which a player plays.
struct RunningSitting {
    let id: Int64
    let milliseconds: Int
    let rounds: Int
    let lastQuestion: Question.ID?
    let lastEmotion: Emotion?

    static func fetch(_ player: PlayerID, _ db: Database) throws -> RunningSitting? {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM sitting WHERE player = ? ORDER BY day DESC, id DESC LIMIT 1")
        return try Row.fetchOne(statement, arguments: [player.rawValue]).map { row in
            RunningSitting(
                id: row["id"], milliseconds: row["milliseconds"], rounds: row["rounds"],
                lastQuestion: row["last_question"],
                lastEmotion: (row["last_emotion"] as String?).flatMap(Emotion.init(rawValue:)))
        }
    }

    /// The player's latest sitting; a new one if there is none, for example after a reset.
    static func fetchOrBegin(
        _ player: PlayerID, on day: Day, at date: Date, _ db: Database
    ) throws -> RunningSitting {
        if let sitting = try fetch(player, db) { return sitting }
        let id = try TrainerStore.beginSitting(of: player, day: day.number, date, db)
        return RunningSitting(
            id: id, milliseconds: 0, rounds: 0, lastQuestion: nil, lastEmotion: nil)
    }

    /// Records the last question, and the end of a round.
    func note(_ item: Round.Item, in round: Round, _ db: Database) throws {
        // The closing question of a sitting belongs to the previous round.
        let counts = round.isFinished && (round.total > 1 || round.level == .questionBank)
        let statement = try db.cachedStatement(
            sql: """
                UPDATE sitting SET last_question = ?, last_emotion = ?, rounds = rounds + ?,
                    closing = ?
                WHERE id = ?
                """)
        try statement.execute(arguments: [
            item.id, item.emotion.rawValue, counts ? 1 : 0,
            counts && Sitting.wantsClosing(after: round), id,
        ])
    }

    /// Records that a Facial Fun round ended, in any way.
    static func noteFaceRound(_ player: PlayerID, _ db: Database) throws {
        guard let sitting = try fetch(player, db) else { return }
        try db.execute(
            sql: "UPDATE sitting SET rounds = rounds + 1, closing = 0 WHERE id = ?",
            arguments: [sitting.id])
    }
}
