import FacialFunWire
import FamilyAccounts
import FamilyStore
import GRDB
import TrainerRules

/// Recomputes a player's sums for the portal from all stored answers.
enum PortalRecount {
    /// Recomputes the sums of an account's players that are marked as out of date.
    static func recountStale(of account: AccountID, _ db: Database) throws {
        let players = try Int64.fetchAll(
            db,
            sql: """
                SELECT player FROM portal_stale JOIN member ON member.id = portal_stale.player
                WHERE household = ?
                """, arguments: [account.rawValue])
        for player in players { try recount(PlayerID(rawValue: player), db) }
    }

    /// Recomputes a player's sums; they are empty if the player does not agree or was deleted.
    ///
    /// Groups with unchanged sums are not written, so that they do not count as changed.
    ///
    /// - Returns: The number of groups that were wrong.
    @discardableResult
    static func recount(_ player: PlayerID, _ db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM portal_stale WHERE player = ?", arguments: [player.rawValue])
        let wanted = try sums(of: player, db)
        var differing = 0
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM portal_row WHERE player = ?", arguments: [player.rawValue])
        var standing: [Int64: PortalCounts] = [:]
        for row in rows { standing[row["cell"]] = PortalRows.counts(row) }
        for cell in standing.keys where wanted[cell] == nil {
            differing += 1
            try db.execute(
                sql: "DELETE FROM portal_row WHERE player = ? AND cell = ?",
                arguments: [player.rawValue, cell])
        }
        for (cell, counts) in wanted where standing[cell] != counts {
            differing += 1
            try db.execute(
                sql: PortalRows.replacing, arguments: PortalRows.arguments(player, cell, counts))
            if let before = standing[cell], counts.isLess(than: before) {
                try db.execute(
                    sql: """
                        UPDATE portal_cell SET left_at = (SELECT number FROM portal_state)
                        WHERE id = ?
                        """, arguments: [cell])
            }
        }
        return differing
    }

    /// A player's sums by group, from stored answers; empty if the player does not agree.
    static func sums(of player: PlayerID, _ db: Database) throws -> [Int64: PortalCounts] {
        guard let birthYear = try PortalRows.birthYear(ofAgreeing: player, db) else { return [:] }
        var sums = try archived(player, db)
        var cells: [PortalKey: Int64] = [:]
        try count(of: player, birthYear: birthYear, before: nil, db) { key, counts in
            let cell = try cells[key] ?? PortalRows.cell(key, db)
            cells[key] = cell
            sums[cell, default: PortalCounts()] += counts
        }
        return sums
    }

    /// Moves the counts of a player's rounds that ended before a moment to the archive; the caller
    /// then deletes the rounds.
    static func archive(
        _ player: PlayerID, before milliseconds: Int64, _ db: Database
    ) throws {
        let birthYear = try Int.fetchOne(
            db, sql: "SELECT birth_year FROM member WHERE id = ?", arguments: [player.rawValue])
        guard let birthYear else { return }
        var sums: [PortalKey: PortalCounts] = [:]
        try count(of: player, birthYear: birthYear, before: milliseconds, db) { key, counts in
            sums[key, default: PortalCounts()] += counts
        }
        for (key, counts) in sums {
            try db.execute(
                sql: archiving,
                arguments: PortalRows.arguments(player, try PortalRows.cell(key, db), counts))
        }
    }

    private static let archiving = """
        INSERT INTO portal_archive (player, cell, \(PortalRows.columns.joined(separator: ", ")))
        VALUES (?, ?, \(PortalRows.columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT DO UPDATE SET
            \(PortalRows.columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", "))
        """

    private static func archived(
        _ player: PlayerID, _ db: Database
    ) throws -> [Int64: PortalCounts] {
        var sums: [Int64: PortalCounts] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT * FROM portal_archive WHERE player = ?", arguments: [player.rawValue])
        while let row = try rows.next() { sums[row["cell"]] = PortalRows.counts(row) }
        return sums
    }

    // MARK: - Stored answers

    /// Replays a player's stored events round by round: all rounds, or only those that ended before
    /// a moment.
    private static func count(
        of player: PlayerID, birthYear: Int, before milliseconds: Int64?, _ db: Database,
        _ add: (PortalKey, PortalCounts) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT answer.round, answer.question, answer.action, answer.chosen, answer.outcome,
                    answer.elapsed_milliseconds, answer.at, answer.number, question.level,
                    question.emotion, question.form, question.part, question.probe
                FROM round JOIN answer ON answer.round = round.id
                    JOIN question ON question.id = answer.question
                WHERE round.player = ? AND question.form <> 'own'
                    AND (?2 IS NULL OR (round.last_at < ?2 AND round.finished_at IS NOT NULL))
                ORDER BY answer.round, answer.revision
                """)
        let rows = try Row.fetchCursor(statement, arguments: [player.rawValue, milliseconds])
        var round: Int64?
        var answered: Set<Int64> = []
        while let row = try rows.next() {
            if round != row["round"] {
                round = row["round"]
                answered = []
            }
            let action = try Self.action(row)
            var isFirst = false
            if case .answer = action { isFirst = answered.insert(row["question"]).inserted }
            try answer(row, action: action, isFirst: isFirst, birthYear: birthYear).count(add)
        }
        try countFaces(of: player, birthYear: birthYear, before: milliseconds, db, add)
    }

    private static func action(_ row: Row) throws -> RoundEvent.Action {
        switch row["action"] as String {
        case "answer": .answer(row["chosen"] ?? "")
        case "skip": .skip
        case "tip": .tip
        case "replay": .replay
        default:
            throw StoreError(
                .damaged, "The action of an answer is invalid. Run `facialfun-family doctor`.")
        }
    }

    private static func answer(
        _ row: Row, action: RoundEvent.Action, isFirst: Bool, birthYear: Int
    ) throws -> PortalAnswer {
        guard let form = Question.Form(rawValue: row["form"]),
            let part = Question.Part(rawValue: row["part"]),
            let outcome = RoundOutcome(word: row["outcome"])
        else {
            throw StoreError(
                .damaged, "The question of an answer is invalid. Run `facialfun-family doctor`.")
        }
        return PortalAnswer(
            group: .init(
                level: row["level"], emotion: try HistoryRows.emotion(row["emotion"]), form: form,
                part: part, probe: row["probe"],
                age: PortalRows.age(birthYear: birthYear, at: row["at"])),
            action: action, outcome: outcome, elapsedMilliseconds: row["elapsed_milliseconds"],
            number: row["number"], isFirstAnswer: isFirst)
    }

    private static func countFaces(
        of player: PlayerID, birthYear: Int, before milliseconds: Int64?, _ db: Database,
        _ add: (PortalKey, PortalCounts) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT face_result.* FROM face_round JOIN face_result
                    ON face_result.round = face_round.id
                WHERE face_round.player = ? AND (?2 IS NULL
                    OR (face_round.last_at < ?2 AND face_round.finished_at IS NOT NULL))
                """)
        let rows = try Row.fetchCursor(statement, arguments: [player.rawValue, milliseconds])
        while let row = try rows.next() {
            let result = try TrainerStore.faceResult(row)
            let age = PortalRows.age(birthYear: birthYear, at: row["at"])
            try add(
                .faces(level: result.levelAsked, emotion: result.target, age: age),
                result.portalCounts)
        }
    }
}
