import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// Number of players recomputed in one transaction, so that answers can be stored between
    /// transactions.
    static let playersAtOnce = 50

    // MARK: - Editions

    /// The latest edition of the portal; nil before the first.
    public func portalEdition() async throws(StoreError) -> PortalEdition? {
        try await read { db in try Self.fetchEdition(nil, db) }
    }

    /// Reads an edition by its number; nil if there is none.
    public func portalEdition(_ number: Int) async throws(StoreError) -> PortalEdition? {
        try await read { db in try Self.fetchEdition(number, db) }
    }

    /// The number of the latest edition; nil before the first.
    public func portalNumber() async throws(StoreError) -> Int? {
        try await read { db in
            try Int.fetchOne(db, sql: "SELECT max(number) FROM portal_edition")
        }
    }

    /// The numbers and days of all editions, the oldest first.
    public func portalEditions() async throws(StoreError) -> [(number: Int, day: Day)] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT number, day FROM portal_edition ORDER BY number")
                .map { ($0["number"], Day($0["day"])) }
        }
    }

    /// Makes the next edition if the latest is from an earlier week or missing.
    ///
    /// Editions cover whole weeks from Monday, so that they do not reveal when a player joined or
    /// left.
    ///
    /// - Returns: The edition; nil if no new edition is due.
    public func publishPortalWhenDue() async throws(StoreError) -> PortalEdition? {
        let week = day(of: now).monday
        let latest = try await read { db in
            try Int.fetchOne(db, sql: "SELECT max(day) FROM portal_edition").map { Day($0) }
        }
        if let latest, latest.monday >= week { return nil }
        return try await publishPortal()
    }

    /// Makes the next edition now.
    ///
    /// - Complexity: reads every row of the agreeing players' sums once, without blocking writers.
    @discardableResult
    public func publishPortal() async throws(StoreError) -> PortalEdition {
        try await recomputeStalePortalRows()
        let day = day(of: now)
        let pool = pool
        do {
            let edition = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<PortalEdition, any Error>) in
                pool.asyncWriteWithoutTransaction { db in
                    do {
                        try db.inTransaction {
                            try db.execute(sql: "UPDATE portal_state SET number = number + 1")
                            return .commit
                        }
                        // The edition covers all earlier changes: later ones get the new number.
                        pool.asyncConcurrentRead { database in
                            continuation.resume(
                                with: Result { try Self.makeEdition(on: day, database.get()) })
                        }
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            }
            try await pool.write { db in
                try db.execute(
                    sql: "INSERT INTO portal_edition (number, day, document) VALUES (?, ?, ?)",
                    arguments: [edition.number, day.number, try JSON.text(edition)])
            }
            return edition
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    private static func fetchEdition(_ number: Int?, _ db: Database) throws -> PortalEdition? {
        let text = try String.fetchOne(
            db,
            sql: """
                SELECT document FROM portal_edition WHERE ?1 IS NULL OR number = ?1
                ORDER BY number DESC LIMIT 1
                """, arguments: [number])
        return try text.map { try JSON.value(PortalEdition.self, $0) }
    }

    private static func makeEdition(on day: Day, _ db: Database) throws -> PortalEdition {
        let number = try Int.fetchOne(db, sql: "SELECT number FROM portal_state") ?? 0
        let former = try fetchEdition(nil, db)
        var keys: [Int64: PortalKey] = [:]
        var collection = PortalCollection(after: former)
        var removals: [(PortalKey, Int)] = []
        for row in try Row.fetchAll(db, sql: "SELECT * FROM portal_cell") {
            guard let key = PortalKey(row["name"] as String) else {
                throw StoreError(
                    .damaged, "A group of the portal is invalid. Run `facialfun-family doctor`.")
            }
            keys[row["id"]] = key
            removals.append((key, row["left_at"]))
        }
        // Reads columns by position: looking them up by name would take most of the time.
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT player, cell, stamp, \(PortalRows.columns.joined(separator: ", "))
                FROM portal_row ORDER BY player
                """)
        var player: Int64?
        var own: [PortalCollection.Row] = []
        while let row = try rows.next() {
            let next: Int64 = row[0]
            if next != player {
                if !own.isEmpty { collection.add(own) }
                own.removeAll(keepingCapacity: true)
                player = next
            }
            guard let key = keys[row[1]] else { continue }
            var counts = PortalCounts()
            for index in 0..<PortalCounts.width { counts.values[index] = row[index + 3] }
            own.append(.init(key, counts, stamp: row[2]))
        }
        if !own.isEmpty { collection.add(own) }
        for (key, edition) in removals { collection.noteRemoval(key, after: edition) }
        return PortalDisclosure.edition(number, on: day, of: collection, after: former)
    }

    // MARK: - Recomputing

    /// Recomputes the sums of players whose answers, consent or year of birth have changed.
    ///
    /// - Returns: The number of players.
    @discardableResult
    public func recomputeStalePortalRows() async throws(StoreError) -> Int {
        var all = 0
        while true {
            let count = try await write { db in
                let players = try Int64.fetchAll(
                    db, sql: "SELECT player FROM portal_stale LIMIT ?",
                    arguments: [Self.playersAtOnce])
                for player in players {
                    try PortalRecount.recount(PlayerID(rawValue: player), db)
                }
                return players.count
            }
            all += count
            if count == 0 { return all }
        }
    }

    /// The result of recomputing everything.
    public struct PortalRebuild: Hashable, Sendable {
        /// The number of players.
        public var players = 0
        /// The number of players with wrong sums.
        public var differing = 0
    }

    /// Recomputes every player's sums from the answers, while the game is in use.
    public func rebuildPortal() async throws(StoreError) -> PortalRebuild {
        try await recomputeStalePortalRows()
        var result = PortalRebuild()
        var last: Int64 = 0
        while true {
            let start = last
            let (end, count, differing) = try await write { db in
                let players = try Int64.fetchAll(
                    db,
                    sql: """
                        SELECT id FROM member WHERE id > ? AND role = 'child'
                        ORDER BY id LIMIT ?
                        """,
                    arguments: [start, Self.playersAtOnce])
                var differing = 0
                for player in players
                where try PortalRecount.recount(PlayerID(rawValue: player), db) > 0 {
                    differing += 1
                }
                return (players.last, players.count, differing)
            }
            guard let end else { return result }
            last = end
            result.players += count
            result.differing += differing
        }
    }
}
