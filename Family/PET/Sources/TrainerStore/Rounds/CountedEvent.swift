import FacialFunWire
import FamilyAccounts
import Foundation
import GRDB
import TrainerRules

/// An accepted event with all its counts.
struct CountedEvent {
    let event: RoundEvent
    let outcome: RoundOutcome
    let word: String
    /// The question.
    let item: Round.Item
    let before: Round
    let after: Round
    let player: PlayerID
    let at: Date
    let day: Day

    /// The time on the screen as stored, in milliseconds.
    var storedMilliseconds: Int { min(max(0, event.elapsedMilliseconds), 3_600_000) }

    /// The number of the question's row, created if the question is new or has changed.
    func questionRow(_ db: Database) throws -> Int64 {
        let owner = item.form == .own ? player.rawValue : nil
        let select = try db.cachedStatement(
            sql: """
                SELECT id FROM question WHERE name = ? AND level = ? AND emotion = ? AND form = ?
                    AND part = ? AND probe = ? AND ifnull(owner, 0) = ifnull(?, 0)
                """)
        let arguments: StatementArguments = [
            item.id, item.level, item.emotion.rawValue, item.form.rawValue, item.part.rawValue,
            item.probe, owner,
        ]
        if let id = try Int64.fetchOne(select, arguments: arguments) { return id }
        try db.execute(
            sql: """
                INSERT INTO question (name, level, emotion, form, part, probe, owner)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, arguments: arguments)
        return db.lastInsertedRowID
    }

    /// Adds the event to all sums.
    func count(startedOn startDay: Day, _ db: Database) throws {
        try countEmotion(db)
        try countConfusion(db)
        try countSkill(db)
        // A round counts on the day of its start, once its first event is counted.
        let starts = before.revision == 0
        let completes = after.isFinished
        if Plant.grows(after: after) {
            try TrainerStore.grow(.init(after.level), of: player, on: day, db)
        }
        guard starts || completes else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO round_count (player, day, level, started, completed)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET started = started + excluded.started,
                    completed = completed + excluded.completed
                """)
        try statement.execute(arguments: [
            player.rawValue, startDay.number, after.level.description, starts ? 1 : 0,
            completes ? 1 : 0,
        ])
    }

    private func countEmotion(_ db: Database) throws {
        let skill = before.skill(of: item)
        var row = EmotionDay(day: day, emotion: skill.emotion, level: skill.level)
        row.count(event, outcome: outcome, of: item, in: before)
        let statement = try db.cachedStatement(sql: EmotionDayColumns.adding)
        try statement.execute(
            arguments: [
                player.rawValue, day.number, row.level.description, row.emotion.rawValue,
            ] + StatementArguments(EmotionDay.counts.map { row[keyPath: $0] }))
    }

    private func countConfusion(_ db: Database) throws {
        guard let confusion = ConfusionCount(event, outcome: outcome, of: item, in: before) else {
            return
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO confusion (player, level, shown, chosen, day, count)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count
                """)
        try statement.execute(arguments: [
            player.rawValue, before.skill(of: item).level.description, confusion.shown.rawValue,
            confusion.chosen.rawValue, day.number, confusion.count,
        ])
    }
}

/// The count columns of `emotion_day`, in the order of `EmotionDay.counts`.
enum EmotionDayColumns {
    static let names = [
        "asked", "first_right", "later_right", "wrong", "revealed", "skipped", "tips", "replays",
        "helped", "helped_right", "milliseconds", "answers_timed",
    ]

    /// Adds a row's counts to the stored ones.
    static let adding = """
        INSERT INTO emotion_day (player, day, level, emotion, \(names.joined(separator: ", ")))
        VALUES (?, ?, ?, ?, \(names.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT DO UPDATE SET
            \(names.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", "))
        """
}
