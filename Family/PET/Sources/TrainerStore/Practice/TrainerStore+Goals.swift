public import FacialFunWire
public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// A client's goals, the oldest first.
    static func fetchGoals(_ player: PlayerID, _ db: Database) throws -> [Goal] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM goal WHERE player = ? ORDER BY id",
            arguments: [player.rawValue]
        ).map { row in
            guard let kind = Goal.Kind(rawValue: row["kind"]) else {
                throw StoreError(
                    .damaged, "The kind of a goal is unknown. Run `facialfun-family doctor`.")
            }
            return Goal(
                id: row["id"], kind: kind, emotion: try HistoryRows.emotion(row["emotion"]),
                level: row["level"], criterion: row["criterion"], day: Day(row["day"]),
                endedOn: (row["ended_day"] as Int?).map(Day.init))
        }
    }

    /// Sets a goal for a client, from today.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such client, `invalid` for a
    ///   level or criterion out of range, `tooManyGoals` after ``Goal/mostOfClient``.
    @discardableResult
    public func addGoal(
        _ kind: Goal.Kind, _ emotion: Emotion, level: Int, criterion: Int, player: PlayerID,
        account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> Goal {
        guard (1...5).contains(level), Goal.criteria.contains(criterion) else {
            throw StoreError(
                .invalid, "A goal needs a level of 1 to 5 and a criterion of 50 to 100.")
        }
        let now = now
        let day = day(of: now)
        return try await write { db in
            try Self.require(player, of: account, db)
            guard try Self.fetchGoals(player, db).count < Goal.mostOfClient else {
                throw StoreError(
                    .tooManyGoals,
                    "A client can have at most \(Goal.mostOfClient) goals. Delete one.")
            }
            try db.execute(
                sql: """
                    INSERT INTO goal (player, kind, emotion, level, criterion, day, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    player.rawValue, kind.rawValue, emotion.rawValue, level, criterion, day.number,
                    now.milliseconds,
                ])
            let goal = Goal(
                id: db.lastInsertedRowID, kind: kind, emotion: emotion, level: level,
                criterion: criterion, day: day)
            try Self.note(AuditEntry(now, actor, .changed, .goal, of: player), account, db)
            return goal
        }
    }

    /// Closes a goal today, or opens it again.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the client has no such goal.
    public func setGoal(
        _ id: Int64, isOpen: Bool, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = now
        let day = day(of: now)
        try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: "UPDATE goal SET ended_day = ? WHERE id = ? AND player = ?",
                arguments: [isOpen ? nil : day.number, id, player.rawValue])
            guard db.changesCount > 0 else { throw Self.noGoal }
            try Self.note(AuditEntry(now, actor, .changed, .goal, of: player), account, db)
        }
    }

    /// Deletes a goal; its notes stay.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the client has no such goal.
    public func deleteGoal(
        _ id: Int64, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: "DELETE FROM goal WHERE id = ? AND player = ?",
                arguments: [id, player.rawValue])
            guard db.changesCount > 0 else { throw Self.noGoal }
            try Self.note(
                AuditEntry(now, actor, .deleted, .goal, of: player, count: 1), account, db)
        }
        await truncateAfterCommit()
    }

    /// Throws unless a goal belongs to a client.
    static func requireGoal(_ id: Int64, of player: PlayerID, _ db: Database) throws {
        let isOwn = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM goal WHERE id = ? AND player = ?)",
            arguments: [id, player.rawValue])
        guard isOwn == true else { throw noGoal }
    }

    private static var noGoal: StoreError {
        StoreError(.notFound, "There is no such goal; it may have been deleted.")
    }

    /// The probes of a goal's skill.
    static func fetchProbes(of goal: Goal, _ player: PlayerID, _ db: Database) throws -> [Probe] {
        let sql =
            switch goal.kind {
            case .reading:
                """
                SELECT day, asked, first_right AS right FROM skill_sitting
                WHERE player = ? AND level = ? AND emotion = ? ORDER BY day, sitting
                """
            case .making:
                """
                SELECT day, shown AS asked, matched AS right FROM face_day
                WHERE player = ? AND level = CAST(? AS INTEGER) AND emotion = ? ORDER BY day
                """
            }
        return try Row.fetchAll(
            db, sql: sql,
            arguments: [player.rawValue, "\(goal.level)", goal.emotion.rawValue]
        ).map { Probe(day: Day($0["day"]), asked: $0["asked"], right: $0["right"]) }
    }
}

extension StoreError.Code {
    /// The client has the maximum number of goals.
    public static let tooManyGoals = StoreError.Code(rawValue: "too_many_goals")
    /// The client has the maximum number of assigned rounds.
    public static let tooManyAssignments = StoreError.Code(rawValue: "too_many_assignments")
}
