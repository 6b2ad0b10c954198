import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import TrainerRules

/// The rows of a player's history.
enum HistoryRows {
    static func question(
        _ question: Question.ID, of player: PlayerID, _ db: Database
    ) throws -> PlayHistory.QuestionRecord? {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM question_history WHERE player = ? AND question = ?")
        return try Row.fetchOne(statement, arguments: [player.rawValue, question]).map(record)
    }

    static func record(_ row: Row) -> PlayHistory.QuestionRecord {
        PlayHistory.QuestionRecord(
            asked: row["asked"], firstRight: row["first_right"], lastAsked: Day(row["last_asked"]))
    }

    static func write(
        _ record: PlayHistory.QuestionRecord, question: Question.ID, of player: PlayerID,
        _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO question_history (player, question, asked, first_right, last_asked)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET asked = excluded.asked,
                    first_right = excluded.first_right, last_asked = excluded.last_asked
                """)
        try statement.execute(arguments: [
            player.rawValue, question, record.asked, record.firstRight, record.lastAsked.number,
        ])
    }

    static func tally(
        _ skill: Skill, sitting: Int64, of player: PlayerID, _ db: Database
    ) throws -> SittingTally? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT * FROM skill_sitting
                WHERE player = ? AND level = ? AND emotion = ? AND sitting = ?
                """)
        return try Row.fetchOne(
            statement,
            arguments: [player.rawValue, skill.level.description, skill.emotion.rawValue, sitting]
        ).map(tally)
    }

    static func tally(_ row: Row) -> SittingTally {
        SittingTally(
            day: Day(row["day"]), sitting: row["sitting"], asked: row["asked"],
            firstRight: row["first_right"])
    }

    static func write(
        _ tally: SittingTally, _ skill: Skill, of player: PlayerID, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO skill_sitting (player, level, emotion, sitting, day, asked, first_right)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET asked = excluded.asked, first_right = excluded.first_right
                """)
        try statement.execute(arguments: [
            player.rawValue, skill.level.description, skill.emotion.rawValue, tally.sitting,
            tally.day.number, tally.asked, tally.firstRight,
        ])
    }

    static func help(_ skill: Skill, of player: PlayerID, _ db: Database) throws -> Help {
        let statement = try db.cachedStatement(
            sql: "SELECT help FROM skill WHERE player = ? AND level = ? AND emotion = ?")
        let text = try String.fetchOne(
            statement,
            arguments: [player.rawValue, skill.level.description, skill.emotion.rawValue])
        return try text.map { try JSON.value(Help.self, $0) } ?? Help()
    }

    static func write(
        _ help: Help, _ skill: Skill, of player: PlayerID, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO skill (player, level, emotion, help) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET help = excluded.help
                """)
        try statement.execute(arguments: [
            player.rawValue, skill.level.description, skill.emotion.rawValue,
            try JSON.text(help),
        ])
    }

    static func skill(_ row: Row) throws -> Skill {
        Skill(try emotion(row["emotion"]), at: try level(row["level"]))
    }

    static func emotion(_ word: String) throws -> Emotion {
        guard let emotion = Emotion(rawValue: word) else {
            throw StoreError(
                .damaged, "Unknown emotion \"\(word)\". Run `facialfun-family doctor`.")
        }
        return emotion
    }

    static func level(_ word: String) throws -> PlayedLevel {
        guard let level = PlayedLevel(word) else {
            throw StoreError(
                .damaged, "Unknown level \"\(word)\". Run `facialfun-family doctor`.")
        }
        return level
    }
}
