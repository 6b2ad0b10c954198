package import FamilyAccounts
import FamilyStore
package import Foundation
package import GRDB

/// Updates sittings when sessions change, and the portal's sums when accounts change.
extension TrainerStore: AccountStore {
    /// Begins a sitting of a player and assigns it to the session.
    package static func sessionDidBegin(
        _ session: SessionDigest, of player: PlayerID, day: Int, at now: Date, _ db: Database
    ) throws {
        let sitting = try beginSitting(of: player, day: day, now, db)
        try db.execute(
            sql: """
                INSERT INTO session_sitting (session, sitting) VALUES (?1, ?2)
                ON CONFLICT (session) DO UPDATE SET sitting = ?2
                """, arguments: [session.bytes, sitting])
    }

    /// Adds time in the game to the session's sitting.
    package static func sessionWasUsed(
        _ session: SessionDigest, milliseconds: Int64, at now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE sitting SET milliseconds = milliseconds + ?,
                    last_activity_at = max(last_activity_at, ?)
                WHERE id = (SELECT sitting FROM session_sitting WHERE session = ?)
                """, arguments: [milliseconds, now.milliseconds, session.bytes])
    }

    /// Recomputes the sums that the changes affect.
    package static func accountDidChange(_ id: AccountID, _ db: Database) throws {
        try PortalRecount.recountStale(of: id, db)
    }

    /// Maximum number of sittings of a player on a day; later play counts for the last one.
    static let mostSittingsOfDay = 200

    /// Begins a sitting of a player.
    static func beginSitting(
        of player: PlayerID, day: Int, _ now: Date, _ db: Database
    ) throws -> Int64 {
        let former = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS count, max(id) AS last FROM sitting WHERE player = ? AND day = ?
                """,
            arguments: [player.rawValue, day])
        if let former, former["count"] >= mostSittingsOfDay { return former["last"] }
        try db.execute(
            sql: """
                INSERT INTO sitting (player, day, started_at, last_activity_at) VALUES (?, ?, ?, ?)
                """,
            arguments: [player.rawValue, day, now.milliseconds, now.milliseconds])
        return db.lastInsertedRowID
    }
}
