public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

/// A client on a therapist's pages.
public struct ClientReview: Sendable {
    /// A goal with its comparison of before and after.
    public struct GoalReview: Hashable, Sendable {
        /// The goal.
        public var goal: Goal
        /// The comparison.
        public var progress: GoalProgress
    }

    /// The client.
    public var player: Player
    /// The day of the latest sitting with play; nil before the first.
    public var lastPlayed: Day?
    /// The goals, the oldest first.
    public var goals: [GoalReview]
    /// The assigned rounds, the oldest first.
    public var assignments: [Assignment]
}

extension TrainerStore {
    /// All clients of a practice, in order of their names.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household is a family.
    public func clients(of account: AccountID) async throws(StoreError) -> [ClientReview] {
        try await read { db in
            try Self.requirePractice(account, db).players
                .sorted {
                    ($0.name.lowercased(), $0.id.rawValue) < ($1.name.lowercased(), $1.id.rawValue)
                }
                .map { try Self.review($0, db) }
        }
    }

    /// A client of a practice with a page of notes.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household is a family or has no such client.
    public func client(
        _ id: PlayerID, of account: AccountID
    ) async throws(StoreError) -> (client: ClientReview, notes: [Note]) {
        try await read { db in
            guard let player = try Self.requirePractice(account, db).player(id) else {
                throw StoreError(.notFound, "The practice has no such client.")
            }
            return (try Self.review(player, db), try Self.fetchNotes(id, page: NotePage(), db))
        }
    }

    static func requirePractice(_ account: AccountID, _ db: Database) throws -> Account {
        let found = try requireAccount(account, db)
        guard found.kind == .practice else {
            throw StoreError(.notFound, "Only practices have clients.")
        }
        return found
    }

    private static func review(_ player: Player, _ db: Database) throws -> ClientReview {
        ClientReview(
            player: player,
            lastPlayed: try Int.fetchOne(
                db, sql: "SELECT max(day) FROM sitting WHERE player = ? AND milliseconds > 0",
                arguments: [player.id.rawValue]
            ).map(Day.init),
            goals: try fetchGoals(player.id, db).map { goal in
                .init(
                    goal: goal,
                    progress: GoalProgress(goal, probes: try fetchProbes(of: goal, player.id, db)))
            }, assignments: try fetchAssignments(player.id, db))
    }
}
