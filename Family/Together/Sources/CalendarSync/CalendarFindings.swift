internal import Calendars
import FamilyStore
import Foundation
import GRDB

extension CalendarStore {
    /// Faults of the stored calendars, one sentence each: data that cannot be decrypted, unreadable
    /// events, and events that have been waiting to be written for days.
    package func findings(at moment: Int64) async throws -> [String] {
        let key = key
        return try await database.read { db in
            try Self.sealed(key, db) + Self.damaged(key, db) + Self.waiting(at: moment, db)
        }
    }

    private static func sealed(_ key: CalendarKey, _ db: Database) throws -> [String] {
        var findings: [String] = []
        for row in try Row.fetchAll(
            db, sql: "SELECT id, member, address, credentials FROM together_calendar ORDER BY id")
        {
            let (id, member): (String, Int64) = (row["id"], row["member"])
            let parts = [
                ("address", row["address"] as Data?, addressPurpose(id)),
                ("password", row["credentials"] as Data?, purpose(id)),
            ]
            for (what, sealed, purpose) in parts {
                guard let sealed, (try? key.open(sealed, for: purpose)) == nil else { continue }
                findings.append(
                    "The \(what) of calendar \(id) cannot be decrypted. Restore the key file, or let "
                        + "member \(member) remove the calendar and add it again.")
            }
        }
        let feeds = try Row.fetchAll(db, sql: "SELECT member, token FROM together_calendar_feed")
        for row in feeds {
            let member: Int64 = row["member"]
            guard (try? key.open(row["token"], for: "feed \(member)")) == nil else { continue }
            findings.append(
                "The feed of member \(member) cannot be decrypted. Restore the key file; else the feed "
                    + "gets a new address when the member opens the settings.")
        }
        return findings
    }

    private static func damaged(_ key: CalendarKey, _ db: Database) throws -> [String] {
        var findings: [String] = []
        let rows = try Row.fetchCursor(
            db, sql: "SELECT calendar, digest, path, data FROM together_calendar_object")
        while let row = try rows.next() {
            let (calendar, data): (String, String) = (row["calendar"], row["data"])
            guard (try? CalendarFile(Array(data.utf8), zone: "UTC")) == nil else { continue }
            let path = CalendarObjects(calendar: calendar, key: key).path(row) ?? row["digest"]
            findings.append(
                "The event \(path) of calendar \(calendar) is damaged. Remove the calendar and add it "
                    + "again.")
        }
        return findings
    }

    /// The number of failed attempts after which an event has been waiting for about two days.
    private static let manyFailures = 11

    private static func waiting(at moment: Int64, _ db: Database) throws -> [String] {
        let refused = try Row.fetchAll(
            db,
            sql: """
                SELECT calendar, count(*) AS count FROM together_calendar_write
                WHERE is_pending AND failures >= ? GROUP BY calendar
                """, arguments: [manyFailures]
        ).map { row in
            "\(row["count"] as Int) events could not be written into calendar "
                + "\(row["calendar"] as String) for days. Check that its server allows writing, or choose "
                + "another calendar in the settings."
        }
        let unread = try Row.fetchAll(
            db,
            sql: """
                SELECT id, member, problem FROM together_calendar
                WHERE problem IS NOT NULL AND coalesce(checked, 0) < ? AND failures >= ? ORDER BY id
                """, arguments: [moment - 7 * 86_400, manyFailures]
        ).map { row in
            "The calendar \(row["id"] as String) of member \(row["member"] as Int64) has not been read "
                + "for days: \(row["problem"] as String)"
        }
        return refused + unread
    }
}
