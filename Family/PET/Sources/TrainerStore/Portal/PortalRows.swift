import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import TrainerRules

/// The rows with players' sums for the portal.
enum PortalRows {
    /// The columns of the counts.
    static let columns = (0..<PortalCounts.width).map { "n\($0)" }

    private static let upsert = """
        INSERT INTO portal_row (player, cell, \(columns.joined(separator: ", ")), stamp)
        VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")),
            (SELECT number FROM portal_state))
        ON CONFLICT DO UPDATE SET
        """

    /// Adds counts to a player's sums in a group.
    static let adding =
        "\(upsert) \(columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", "))"
        + ", stamp = excluded.stamp"

    /// Replaces a player's counts in a group.
    static let replacing =
        "\(upsert) \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))"
        + ", stamp = excluded.stamp"

    /// The arguments of ``adding`` and ``replacing``.
    static func arguments(
        _ player: PlayerID, _ cell: Int64, _ counts: PortalCounts
    ) -> StatementArguments {
        [player.rawValue, cell]
            + StatementArguments((0..<PortalCounts.width).map { counts.values[$0] })
    }

    /// The counts of a row.
    static func counts(_ row: Row) -> PortalCounts {
        var counts = PortalCounts()
        for (index, name) in columns.enumerated() { counts.values[index] = row[name] }
        return counts
    }

    /// The number of a group; creates the group if necessary.
    static func cell(_ key: PortalKey, _ db: Database) throws -> Int64 {
        let select = try db.cachedStatement(sql: "SELECT id FROM portal_cell WHERE name = ?")
        if let id = try Int64.fetchOne(select, arguments: [key.description]) { return id }
        try db.execute(
            sql: "INSERT INTO portal_cell (name) VALUES (?)", arguments: [key.description])
        return db.lastInsertedRowID
    }

    /// The year of birth of a player who agrees to be counted; nil for others.
    static func birthYear(ofAgreeing player: PlayerID, _ db: Database) throws -> Int? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT birth_year FROM member JOIN household ON household.id = member.household
                WHERE member.id = ? AND role = 'child' AND agrees_to_statistics = 1
                """)
        return try Int.fetchOne(statement, arguments: [player.rawValue])
    }

    /// A player's age at a moment.
    static func age(birthYear: Int, at milliseconds: Int64) -> AgeBand {
        let day = Day(secondsSince1970: Int((milliseconds / 1000)))
        return AgeBand(birthYear: birthYear, in: day.parts.year)
    }

    /// Adds counts to a group of a player.
    static func add(
        _ key: PortalKey, _ counts: PortalCounts, of player: PlayerID, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(sql: adding)
        try statement.execute(arguments: arguments(player, try cell(key, db), counts))
    }

    /// Counts the end of a Facial Fun showing if the player agrees.
    static func count(
        _ result: FaceResult, of player: PlayerID, at date: Date, _ db: Database
    ) throws {
        guard let birthYear = try birthYear(ofAgreeing: player, db) else { return }
        let age = age(birthYear: birthYear, at: date.milliseconds)
        try add(
            .faces(level: result.levelAsked, emotion: result.target, age: age),
            result.portalCounts, of: player, db)
    }
}

extension CountedEvent {
    /// The ordinal number of the player's question; nil if the round asked it before, if the event
    /// does not belong to a new question, and for a family's own question.
    func questionNumber(_ db: Database) throws -> Int? {
        guard item.form != .own, !before.currentWasAsked else { return nil }
        switch event.action {
        case .tip, .replay: return nil
        case .answer, .skip: break
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO portal_learner (player, questions) VALUES (?, 1)
                ON CONFLICT DO UPDATE SET questions = questions + 1 RETURNING questions
                """)
        return try Int.fetchOne(statement, arguments: [player.rawValue])
    }

    /// Adds the event to the portal's sums if the player agrees.
    ///
    /// A family's own questions are private and not counted.
    func countForPortal(number: Int?, _ db: Database) throws {
        guard item.form != .own,
            let birthYear = try PortalRows.birthYear(ofAgreeing: player, db)
        else { return }
        let answer = PortalAnswer(
            group: .init(
                level: item.level, emotion: item.emotion, form: item.form, part: item.part,
                probe: item.probe,
                age: PortalRows.age(birthYear: birthYear, at: at.milliseconds)),
            action: event.action, outcome: outcome, elapsedMilliseconds: storedMilliseconds,
            number: number, isFirstAnswer: !before.currentWasAnswered)
        try answer.count { key, counts in try PortalRows.add(key, counts, of: player, db) }
    }
}
