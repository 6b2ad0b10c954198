import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// The changes that applying the retention periods would make now; changes nothing.
    public func retentionPlan(
        _ rule: RetentionRule = RetentionRule()
    ) async throws(StoreError) -> RetentionPlan {
        let today = day(of: now)
        return try await read { db in try Self.plan(rule, today, db) }
    }

    /// Applies the retention periods: notifies about and deletes unused accounts, and replaces old
    /// answers by sums.
    ///
    /// Each account and each player's old rounds are a separate transaction; after an interruption,
    /// the next run does the rest.
    ///
    /// - Returns: The changes.
    public func applyRetention(
        _ rule: RetentionRule = RetentionRule()
    ) async throws(StoreError) -> RetentionPlan {
        let plan = try await retentionPlan(rule)
        try await write { db in
            for account in plan.notified {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO account_notice (account, day) VALUES (?, ?)",
                    arguments: [account.account.rawValue, plan.day.number])
            }
            for account in plan.withdrawn {
                try db.execute(
                    sql: "DELETE FROM account_notice WHERE account = ?",
                    arguments: [account.rawValue])
            }
        }
        for account in plan.deleted {
            let isGone = try await write { db in
                // The owner may have signed in since the plan was made.
                guard try Self.decision(rule, account, plan.day, db) == .delete else {
                    return false
                }
                try db.execute(
                    sql: "DELETE FROM household WHERE id = ?", arguments: [account.rawValue])
                return true
            }
            if isGone { deleteSpeech(of: account) }
        }
        if try await hasPlayedLately(rule, today: plan.day) {
            try await sumOldAnswers(rule, today: plan.day)
        }
        if !plan.deleted.isEmpty || plan.rounds > 0 { await truncateAfterCommit() }
        return plan
    }

    // MARK: - Accounts

    private static let accounts = """
        SELECT household.id, username, email, household.created_at,
            (SELECT max(last_login_at) FROM login JOIN member ON member.id = login.member
                WHERE member.household = household.id) AS last_login_at,
            account_notice.day
        FROM household
            JOIN login ON login.id = (\(Login.first("household.id")))
            LEFT JOIN account_notice ON account_notice.account = household.id
        """

    private static func plan(
        _ rule: RetentionRule, _ today: Day, _ db: Database
    ) throws -> RetentionPlan {
        var plan = RetentionPlan(day: today)
        let rows = try Row.fetchCursor(db, sql: accounts + " ORDER BY household.id")
        while let row = try rows.next() {
            let id = AccountID(rawValue: row["id"])
            let lastUsed = lastUsed(row)
            func unused(_ deletion: Day) -> RetentionPlan.Unused {
                .init(
                    account: id, username: row["username"], email: row["email"],
                    lastUsed: lastUsed, deletion: deletion)
            }
            switch rule.decision(lastUsed: lastUsed, noticed: noticed(row), today: today) {
            case .keep: break
            case .notice(let deletion): plan.notified.append(unused(deletion))
            case .wait(let deletion): plan.waiting.append(unused(deletion))
            case .withdrawNotice: plan.withdrawn.append(id)
            case .delete: plan.deleted.append(id)
            }
        }
        guard try hasPlayedLately(rule, today, db) else { return plan }
        let limit = rule.firstAnswerDay(today: today)
        plan.rounds = try oldPlayers(limit, db).map(\.rounds).reduce(0, +)
        plan.sittings =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM sitting WHERE day < ? AND \(notMerged)",
                arguments: [limit.number]) ?? 0
        return plan
    }

    private static func decision(
        _ rule: RetentionRule, _ account: AccountID, _ today: Day, _ db: Database
    ) throws -> RetentionRule.Decision {
        let row = try Row.fetchOne(
            db, sql: accounts + " WHERE household.id = ?", arguments: [account.rawValue])
        guard let row else { return .keep }
        return rule.decision(lastUsed: lastUsed(row), noticed: noticed(row), today: today)
    }

    private static func lastUsed(_ row: Row) -> Day {
        let milliseconds: Int64 = row["last_login_at"] ?? row["created_at"]
        return Day(secondsSince1970: Int(milliseconds / 1000))
    }

    private static func noticed(_ row: Row) -> Day? { (row["day"] as Int?).map { Day($0) } }

    // MARK: - Answers

    // Rounds that were already merged start exactly at the beginning of a day.
    private static let notMerged = "started_at <> day * 86400000"

    private static func oldPlayers(
        _ limit: Day, _ db: Database
    ) throws -> [(player: PlayerID, rounds: Int)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT player, count(*) AS rounds FROM (
                    SELECT player FROM round WHERE last_at < ?1 AND finished_at IS NOT NULL
                    UNION ALL
                    SELECT player FROM face_round WHERE last_at < ?1 AND finished_at IS NOT NULL
                ) GROUP BY player
                """, arguments: [Int64(limit.number) * 86_400_000]
        ).map { (PlayerID(rawValue: $0["player"]), $0["rounds"]) }
    }

    /// Whether children played on at least ``RetentionRule/noticeDays`` days of the years whose
    /// answers are kept.
    ///
    /// If the clock is years ahead, every answer looks old. Merging answers cannot be undone, so it
    /// waits until the database itself shows that time has passed.
    private static func hasPlayedLately(
        _ rule: RetentionRule, _ today: Day, _ db: Database
    ) throws -> Bool {
        let milliseconds = try Int64.fetchOne(
            db,
            sql: """
                SELECT max(last_at) - min(last_at) FROM (
                    SELECT last_at FROM round WHERE last_at BETWEEN ?1 AND ?2
                    UNION ALL
                    SELECT last_at FROM face_round WHERE last_at BETWEEN ?1 AND ?2)
                """,
            arguments: [
                Int64(rule.firstAnswerDay(today: today).number) * 86_400_000,
                Int64((today + 1).number) * 86_400_000,
            ])
        return (milliseconds ?? 0) >= Int64(rule.noticeDays) * 86_400_000
    }

    private func hasPlayedLately(
        _ rule: RetentionRule, today: Day
    ) async throws(StoreError) -> Bool {
        try await read { db in try Self.hasPlayedLately(rule, today, db) }
    }

    private func sumOldAnswers(
        _ rule: RetentionRule, today: Day
    ) async throws(StoreError) {
        let limit = rule.firstAnswerDay(today: today)
        let before = Int64(limit.number) * 86_400_000
        // Unfinished rounds that were not continued count as finished at their latest answer.
        try await write { db in
            for table in ["round", "face_round"] {
                try db.execute(
                    sql: """
                        UPDATE \(table) SET finished_at = last_at, state = NULL
                        WHERE finished_at IS NULL AND last_at < ?
                        """, arguments: [before])
            }
        }
        let players = try await read { db in try Self.oldPlayers(limit, db) }
        for (player, _) in players {
            try await write { db in
                try PortalRecount.archive(player, before: before, db)
                for table in ["round", "face_round"] {
                    try db.execute(
                        sql: """
                            DELETE FROM \(table)
                            WHERE player = ? AND last_at < ? AND finished_at IS NOT NULL
                            """, arguments: [player.rawValue, before])
                }
                try PortalRecount.recount(player, db)
            }
        }
        try await write { db in try Self.mergeSittings(before: limit, db) }
    }

    /// Merges the sittings before a day into one for each month.
    private static func mergeSittings(before limit: Day, _ db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, player, day, milliseconds, rounds FROM sitting WHERE day < ?
                    AND id NOT IN (SELECT sitting FROM session_sitting)
                """, arguments: [limit.number])
        struct Month: Hashable {
            let player: Int64
            let first: Day
        }
        var sums: [Month: (milliseconds: Int, rounds: Int, ids: [Int64])] = [:]
        for row in rows {
            let parts = Day(row["day"]).parts
            guard let first = Day(year: parts.year, month: parts.month, day: 1) else { continue }
            var sum = sums[Month(player: row["player"], first: first)] ?? (0, 0, [])
            sum.milliseconds += row["milliseconds"] as Int
            sum.rounds += row["rounds"] as Int
            sum.ids.append(row["id"])
            sums[Month(player: row["player"], first: first)] = sum
        }
        for (month, sum) in sums {
            for id in sum.ids {
                try db.execute(sql: "DELETE FROM sitting WHERE id = ?", arguments: [id])
            }
            let start = Int64(month.first.number) * 86_400_000
            try db.execute(
                sql: """
                    INSERT INTO sitting (player, day, started_at, last_activity_at, milliseconds, rounds)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    month.player, month.first.number, start, start, sum.milliseconds, sum.rounds,
                ])
        }
    }
}
