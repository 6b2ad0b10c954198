package import FamilyStore
import Foundation
package import GRDB

extension AccountStore {
    /// Time in seconds within which repeated views by the same person are logged once, so that
    /// reloading a page adds no entries.
    static var repeatedViewSeconds: Double { 10 * 60 }

    /// Adds an entry to the audit log for a view, an export or a change of a child's data.
    ///
    /// Other methods of the store that change or delete data add their own entries, in the same
    /// transaction.
    package func note(
        _ action: AuditAction, _ subject: AuditSubject, of player: PlayerID?,
        account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            try Self.note(AuditEntry(now, actor, action, subject, of: player), account, db)
        }
    }

    /// A page of an account's log, the newest entry first.
    package func audit(
        of account: AccountID, page: AuditPage = AuditPage()
    ) async throws(StoreError) -> [AuditEntry] {
        try await database.read { db in
            try Self.fetchAudit(
                account, most: AuditPage.size, after: (page.number - 1) * AuditPage.size, db)
        }
    }

    /// The number of entries in an account's log.
    package func auditCount(of account: AccountID) async throws(StoreError) -> Int {
        try await database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM audit WHERE account = ?",
                arguments: [account.rawValue]) ?? 0
        }
    }

    package static func fetchAudit(
        _ account: AccountID, most count: Int, after skipped: Int = 0, _ db: Database
    ) throws -> [AuditEntry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM audit WHERE account = ? ORDER BY at DESC, id DESC LIMIT ? OFFSET ?
                """,
            arguments: [account.rawValue, count, skipped]
        ).map { row in
            guard let actor = AuditActor(rawValue: row["actor"]),
                let action = AuditAction(rawValue: row["action"]),
                let subject = AuditSubject(rawValue: row["subject"])
            else {
                throw StoreError(
                    .damaged, "An audit entry is invalid. Run `facialfun-family doctor`.")
            }
            return AuditEntry(
                Date(milliseconds: row["at"]), actor, action, subject,
                of: (row["player"] as Int64?).map(PlayerID.init(rawValue:)), count: row["count"])
        }
    }

    package static func note(_ entry: AuditEntry, _ account: AccountID, _ db: Database) throws {
        if entry.action == .looked {
            let isSame = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM audit WHERE account = ? AND at > ? AND player IS ?
                            AND actor = ? AND action = ? AND subject = ?)
                    """,
                arguments: [
                    account.rawValue,
                    entry.at.addingTimeInterval(-repeatedViewSeconds).milliseconds,
                    entry.player?.rawValue, entry.actor.rawValue, entry.action.rawValue,
                    entry.subject.rawValue,
                ])
            if isSame == true { return }
        }
        try db.execute(
            sql: """
                INSERT INTO audit (account, player, at, actor, action, subject, count)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                account.rawValue, entry.player?.rawValue, entry.at.milliseconds,
                entry.actor.rawValue, entry.action.rawValue, entry.subject.rawValue, entry.count,
            ])
        try db.execute(
            sql: """
                DELETE FROM audit WHERE id IN (
                    SELECT id FROM audit WHERE account = ? ORDER BY at DESC, id DESC
                    LIMIT -1 OFFSET ?)
                """, arguments: [account.rawValue, AuditEntry.mostOfAccount])
    }
}
