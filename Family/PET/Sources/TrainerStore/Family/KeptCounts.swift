public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

/// The number of stored rows about children, all of which are removed by a deletion.
public struct KeptCounts: Hashable, Codable, Sendable {
    /// Children.
    public var children = 0
    /// Rounds of questions and of faces.
    public var rounds = 0
    /// Answers, skips, tips and repeated prompts.
    public var answers = 0
    /// Faces made or tried in Facial Fun.
    public var faces = 0
    /// Sittings.
    public var sittings = 0
    /// Notes.
    public var notes = 0
    /// Goals and assignments.
    public var goals = 0
    /// The family's own questions; only in counts of the whole family.
    public var questions = 0

    /// All rows except the children themselves.
    public var records: Int { rounds + answers + faces + sittings + notes + goals + questions }
}

extension TrainerStore {
    /// Counts the data of an account's children.
    ///
    /// - Parameters:
    ///   - player: The child; nil for all children.
    ///   - day: The day; nil for all days. A round belongs to the day of its start.
    ///   - account: The account.
    /// - Returns: The counts.
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child.
    public func keptCounts(
        player: PlayerID?, on day: Day? = nil, account: AccountID
    ) async throws(StoreError) -> KeptCounts {
        try await read { db in
            if let player { try Self.require(player, of: account, db) }
            let players =
                try player.map { [$0] }
                ?? Self.requireAccount(account, db).players.map(\.id)
            var counts = try Self.counts(
                of: players, on: day.map { DayFilter($0) { self.day(of: $0) } }, db)
            if player == nil, day == nil {
                counts.questions =
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM own_question WHERE account = ?",
                        arguments: [account.rawValue]) ?? 0
            }
            return counts
        }
    }

    /// The days with records or notes of a child, the latest first.
    public func daysKept(player: PlayerID) async throws(StoreError) -> [Day] {
        try await read { db in
            try Int.fetchAll(
                db,
                sql: """
                    SELECT day FROM emotion_day WHERE player = ?1
                    UNION SELECT day FROM face_day WHERE player = ?1
                    UNION SELECT day FROM round_count WHERE player = ?1
                    UNION SELECT day FROM sitting WHERE player = ?1 AND milliseconds > 0
                    UNION SELECT day FROM note WHERE player = ?1
                    UNION SELECT day FROM plant WHERE player = ?1
                    ORDER BY day DESC
                    """, arguments: [player.rawValue]
            ).map(Day.init)
        }
    }

    /// Deletes a child with all its data, and overwrites the data on disk.
    ///
    /// Ends the sessions with the child's profile, except one, which switches to another child.
    ///
    /// - Parameters:
    ///   - id: The child.
    ///   - account: The account.
    ///   - digest: The session to keep; nil for none.
    ///   - actor: The person who deletes the child.
    /// - Returns: The counts of the deleted data.
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child, `invalid` if it is
    ///   the only one.
    public func removePlayer(
        _ id: PlayerID, of account: AccountID, keeping digest: SessionDigest?, by actor: AuditActor
    ) async throws(StoreError) -> KeptCounts {
        let counts = try await write { db in
            let counts = try Self.counts(of: [id], on: nil, db)
            try self.removeChild(
                id, of: account, keeping: digest, by: actor, records: counts.records, db)
            return counts
        }
        await truncateAfterCommit()
        return counts
    }

    static func counts(
        of players: [PlayerID], on day: DayFilter?, _ db: Database
    ) throws -> KeptCounts {
        var counts = KeptCounts(children: players.count)
        for player in players {
            func count(_ table: String, _ also: String = "") throws -> Int {
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM \(table) WHERE player = ?1 AND (?2 IS NULL OR day = ?2)
                            \(also)
                        """, arguments: [player.rawValue, day?.day.number]) ?? 0
            }
            counts.rounds += try count("round") + count("face_round")
            counts.sittings += try count("sitting", "AND milliseconds > 0")
            counts.notes += try count("note")
            if day == nil {
                counts.goals += try count("goal") + Self.fetchAssignments(player, db).count
            }
            counts.answers += try DatedRow.fetch(.answers, of: player, on: day, db).count
            counts.faces += try DatedRow.fetch(.faceResults, of: player, on: day, db).count
        }
        return counts
    }
}

/// A day on the families' clock, and a test for moments within it.
struct DayFilter {
    let day: Day
    let dayOf: (Date) -> Day

    init(_ day: Day, _ dayOf: @escaping (Date) -> Day) {
        self.day = day
        self.dayOf = dayOf
    }

    /// Bounds in milliseconds that contain the day in every time zone.
    var bounds: (Int64, Int64) {
        (Int64(day.number - 1) * 86_400_000, Int64(day.number + 2) * 86_400_000)
    }
}

/// A kind of row with a time instead of a day: an answer, an event or a result of Facial Fun.
struct DatedRow {
    /// The tables of such rows: the table, its table of rounds, and the key below the round.
    enum Table {
        case answers, faceEvents, faceResults

        var name: String {
            switch self {
            case .answers: "answer"
            case .faceEvents: "face_event"
            case .faceResults: "face_result"
            }
        }

        var rounds: String { self == .answers ? "round" : "face_round" }
        var key: String { self == .faceResults ? "showing" : "event" }
    }

    let round: Int64
    let key: DatabaseValue

    /// The rows of a player, on one day or all days.
    static func fetch(
        _ table: Table, of player: PlayerID, on day: DayFilter?, _ db: Database
    ) throws -> [DatedRow] {
        let bounds = day?.bounds ?? (Int64.min, Int64.max)
        return try Row.fetchAll(
            db,
            sql: """
                SELECT \(table.name).round, \(table.name).\(table.key) AS key, \(table.name).at
                FROM \(table.rounds) JOIN \(table.name) ON \(table.name).round = \(table.rounds).id
                WHERE \(table.rounds).player = ? AND \(table.name).at BETWEEN ? AND ?
                """, arguments: [player.rawValue, bounds.0, bounds.1]
        ).compactMap { row in
            if let day, day.dayOf(Date(milliseconds: row["at"])) != day.day { return nil }
            return DatedRow(round: row["round"], key: row["key"])
        }
    }

    /// Deletes them.
    func delete(from table: Table, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM \(table.name) WHERE round = ? AND \(table.key) = ?")
        try statement.execute(arguments: [round, key])
    }
}
