import Foundation
import GRDB
public import TrainerRules

/// How much is kept of children: what a deletion takes with it.
public struct KeptCounts: Hashable, Codable, Sendable {
    /// Children.
    public var children = 0
    /// Rounds of questions and of faces that were begun.
    public var rounds = 0
    /// Answers, skips, tips and repetitions.
    public var answers = 0
    /// Faces that were made or tried in Facial Fun.
    public var faces = 0
    /// Times in the application.
    public var sittings = 0
    /// Notes.
    public var notes = 0
    /// The family's own questions; only where all that it has is counted.
    public var questions = 0

    /// All rows but the children themselves.
    public var records: Int { rounds + answers + faces + sittings + notes + questions }
}

extension TrainerStore {
    /// How much is kept of children of an account.
    ///
    /// - Parameters:
    ///   - player: the child; nil for all of the account's.
    ///   - day: the day; nil for all days. A round counts for the day of its beginning.
    ///   - account: whose children.
    /// - Returns: the counts.
    /// - Throws: ``StoreError`` with `notFound` where the account has no such child.
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

    /// The days on which a child did something, or beside which there is a note, the latest first.
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
                    ORDER BY day DESC
                    """, arguments: [player.rawValue]
            ).map(Day.init)
        }
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
            counts.answers += try DatedRow.fetch(.answers, of: player, on: day, db).count
            counts.faces += try DatedRow.fetch(.faceResults, of: player, on: day, db).count
        }
        return counts
    }
}

/// A day on the families' clock, and how moments are told to lie in it.
struct DayFilter {
    let day: Day
    let dayOf: (Date) -> Day

    init(_ day: Day, _ dayOf: @escaping (Date) -> Day) {
        self.day = day
        self.dayOf = dayOf
    }

    /// A day's moments lie between these, wherever on earth, in milliseconds.
    var bounds: (Int64, Int64) {
        (Int64(day.number - 1) * 86_400_000, Int64(day.number + 2) * 86_400_000)
    }
}

/// A row that has a moment, not a day: an answer, an event or a result of Facial Fun.
struct DatedRow {
    /// The tables of such rows: the table, the table of its rounds, and the key below the round.
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

    /// The rows of a player on a day, or on all.
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

    /// Deletes it.
    func delete(from table: Table, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM \(table.name) WHERE round = ? AND \(table.key) = ?")
        try statement.execute(arguments: [round, key])
    }
}
