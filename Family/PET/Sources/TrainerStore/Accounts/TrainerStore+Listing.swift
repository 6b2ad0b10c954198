public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB

/// An account as the server's operator sees it.
public struct AccountListing: Hashable, Sendable {
    /// The account's number.
    public var id: AccountID
    /// Its username.
    public var username: String
    /// Its email.
    public var email: String
    /// The time of creation.
    public var createdAt: Date
    /// The time of the latest login; nil before the first.
    public var lastLoginAt: Date?
    /// The number of players.
    public var players: Int
    /// The number of stored answers and of tries in Facial Fun.
    public var answers: Int
    /// The number of its own questions.
    public var questions: Int
    /// The size of its pictures and recordings, in bytes.
    public var mediaBytes: Int
    /// Whether its answers are counted in the statistics of all players.
    public var agreesToStatistics: Bool
}

/// The activity of a server.
public struct StoreLoad: Hashable, Sendable {
    /// Players who were active within the last five minutes.
    public var playing: Int
    /// Answers, tips, skips and faces that were stored within the last hour.
    public var answersOfHour: Int
}

/// The size and activity of a server's database.
public struct StoreSize: Hashable, Sendable {
    /// Accounts.
    public var accounts: Int
    /// Players.
    public var players: Int
    /// Unexpired sessions.
    public var sessions: Int
    /// The size of the database's file and its log, in bytes.
    public var bytes: Int
}

extension TrainerStore {
    /// All accounts, the most recently used first.
    ///
    /// - Complexity: reads every round once, and no answers.
    public func accountListings() async throws(StoreError) -> [AccountListing] {
        try await read { db in
            let media = try Self.mediaOfAccounts(db)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT household.*, login.username, login.email, used.last_login_at,
                        count(child.id) AS players, ifnull(sum(played.answers), 0) AS answers
                    FROM household
                    JOIN login ON login.id = (\(Login.first("household.id")))
                    JOIN (
                        SELECT member.household, max(last_login_at) AS last_login_at
                        FROM login JOIN member ON member.id = login.member
                        GROUP BY member.household
                    ) AS used ON used.household = household.id
                    LEFT JOIN member AS child
                        ON child.household = household.id AND child.role = 'child'
                    LEFT JOIN (
                        SELECT player, sum(revision) AS answers FROM (
                            SELECT player, revision FROM round
                            UNION ALL SELECT player, revision FROM face_round
                        ) GROUP BY player
                    ) AS played ON played.player = child.id
                    GROUP BY household.id
                    ORDER BY ifnull(used.last_login_at, household.created_at) DESC, household.id
                    """
            ).map { row in
                let id = AccountID(rawValue: row["id"])
                return AccountListing(
                    id: id, username: row["username"], email: row["email"],
                    createdAt: Date(milliseconds: row["created_at"]),
                    lastLoginAt: (row["last_login_at"] as Int64?).map(Date.init(milliseconds:)),
                    players: row["players"], answers: row["answers"],
                    questions: media[id]?.questions ?? 0, mediaBytes: media[id]?.bytes ?? 0,
                    agreesToStatistics: row["agrees_to_statistics"])
            }
        }
    }

    /// The current players, and the events of the last hour.
    ///
    /// - Complexity: reads every round once, and the answers of the last hour's rounds.
    public func load() async throws(StoreError) -> StoreLoad {
        let now = now
        return try await read { db in
            func count(_ sql: String, since seconds: Double) throws -> Int {
                let start = now.addingTimeInterval(-seconds).milliseconds
                return try Int.fetchOne(db, sql: sql, arguments: [start]) ?? 0
            }
            let played = """
                SELECT (SELECT count(*) FROM round JOIN answer ON answer.round = round.id
                        WHERE last_at > ?1 AND at > ?1)
                    + (SELECT count(*) FROM face_round
                        JOIN face_event ON face_event.round = face_round.id
                        WHERE last_at > ?1 AND at > ?1)
                """
            return StoreLoad(
                playing: try count(
                    "SELECT count(*) FROM session WHERE last_seen_at > ? AND hidden = 0",
                    since: Session.longestPause),
                answersOfHour: try count(played, since: 3600))
        }
    }

    /// The size of the database and the number of sessions.
    public func size() async throws(StoreError) -> StoreSize {
        let now = now
        let paths = [file.path, file.path + "-wal"]
        return try await read { db in
            func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
                try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
            }
            let bytes = paths.map { path in
                // A missing log counts as empty.
                (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
            }
            return StoreSize(
                accounts: try count("SELECT count(*) FROM household"),
                players: try count("SELECT count(*) FROM member WHERE role = 'child'"),
                sessions: try count(
                    "SELECT count(*) FROM session WHERE last_seen_at > ?",
                    [now.addingTimeInterval(-Session.idleLimit).milliseconds]),
                bytes: bytes.reduce(0, +))
        }
    }
}

extension TrainerStore {
    /// The number of each account's own questions and the size of their files.
    private static func mediaOfAccounts(
        _ db: Database
    ) throws -> [AccountID: (questions: Int, bytes: Int)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT account, count(DISTINCT own_question.id) AS questions,
                    ifnull(sum(bytes), 0) AS bytes
                FROM own_question LEFT JOIN own_file ON own_file.question = own_question.id
                GROUP BY account
                """)
        return Dictionary(
            uniqueKeysWithValues: rows.map {
                (AccountID(rawValue: $0["account"]), ($0["questions"], $0["bytes"]))
            })
    }
}
