public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB

/// Rounds that a therapist assigns to a client.
public struct Assignment: Hashable, Codable, Identifiable, Sendable {
    /// The numbers of rounds that can be assigned.
    public static let roundCounts = 1...20
    /// The maximum number of assignments of a client.
    public static let mostOfClient = 20

    /// The assignment's number; never reused.
    public let id: Int64
    /// The game to play.
    public var source: Plant.Source
    /// The number of rounds to finish.
    public var rounds: Int
    /// The number of rounds finished since it was assigned.
    public var done: Int

    /// Whether all rounds are finished.
    public var isDone: Bool { done >= rounds }
}

extension TrainerStore {
    /// The client's current assignment: the oldest unfinished one; nil if there is none.
    public func currentAssignment(of player: PlayerID) async throws(StoreError) -> Assignment? {
        try await read { db in try Self.fetchAssignments(player, db).first { !$0.isDone } }
    }

    static func fetchAssignments(_ player: PlayerID, _ db: Database) throws -> [Assignment] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM assignment WHERE player = ? ORDER BY id",
            arguments: [player.rawValue]
        ).map { row in
            guard let source = Plant.Source(rawValue: row["source"]) else {
                throw StoreError(
                    .damaged, "The game of an assignment is unknown. Run `facialfun-family doctor`."
                )
            }
            return Assignment(
                id: row["id"], source: source, rounds: row["rounds"], done: row["done"])
        }
    }

    /// Assigns rounds to a client.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such client, `invalid` for a
    ///   number of rounds out of range, `tooManyAssignments` after ``Assignment/mostOfClient``.
    public func assign(
        _ source: Plant.Source, rounds: Int, player: PlayerID, account: AccountID,
        by actor: AuditActor
    ) async throws(StoreError) {
        guard Assignment.roundCounts.contains(rounds) else {
            throw StoreError(.invalid, "An assignment must have 1 to 20 rounds.")
        }
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            // At the limit, finished assignments are deleted.
            try db.execute(
                sql: """
                    DELETE FROM assignment WHERE player = ?1 AND done >= rounds AND (
                        SELECT count(*) FROM assignment WHERE player = ?1) >= ?2
                    """, arguments: [player.rawValue, Assignment.mostOfClient])
            guard try Self.fetchAssignments(player, db).count < Assignment.mostOfClient else {
                throw StoreError(
                    .tooManyAssignments,
                    "A client can have at most \(Assignment.mostOfClient) assignments. Delete one.")
            }
            try db.execute(
                sql: """
                    INSERT INTO assignment (player, source, rounds, created_at) VALUES (?, ?, ?, ?)
                    """,
                arguments: [player.rawValue, source.rawValue, rounds, now.milliseconds])
            try Self.note(AuditEntry(now, actor, .changed, .goal, of: player), account, db)
        }
    }

    /// Deletes an assignment.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the client has no such assignment.
    public func deleteAssignment(
        _ id: Int64, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: "DELETE FROM assignment WHERE id = ? AND player = ?",
                arguments: [id, player.rawValue])
            guard db.changesCount > 0 else {
                throw StoreError(.notFound, "There is no such assignment.")
            }
            try Self.note(
                AuditEntry(now, actor, .deleted, .goal, of: player, count: 1), account, db)
        }
    }

    /// Counts a finished round for the oldest unfinished assignment of its game.
    static func countAssignment(
        _ source: Plant.Source, of player: PlayerID, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE assignment SET done = done + 1 WHERE id = (
                    SELECT id FROM assignment WHERE player = ? AND source = ? AND done < rounds
                    ORDER BY id LIMIT 1)
                """)
        try statement.execute(arguments: [player.rawValue, source.rawValue])
    }
}
