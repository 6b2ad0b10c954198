import Foundation
import GRDB

/// The stored copy of one calendar's events; their paths are encrypted like the calendar's address.
///
/// A path names the account on the server and often the calendar.
struct CalendarObjects: Sendable {
    let calendar: String
    let key: CalendarKey

    private var purpose: String { "object \(calendar)" }

    /// The path of a row; nil if the key that encrypted it is gone.
    func path(_ row: Row) -> String? {
        // A row from before paths were encrypted; the next start encrypts it.
        guard let sealed = row["path"] as Data? else { return row["digest"] }
        return try? key.open(sealed, for: purpose)
    }

    /// Lists tags and sizes by path; events whose path cannot be decrypted are left out, and fetched again.
    func state(of calendar: MemberCalendar, _ db: Database) throws -> CopyState {
        var copy = CopyState(collectionTag: calendar.version, syncToken: calendar.syncToken)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT digest, path, tag, length(CAST(data AS BLOB)) AS size
                FROM together_calendar_object WHERE calendar = ?
                """, arguments: [self.calendar])
        while let row = try rows.next() {
            guard let path = path(row) else { continue }
            copy.tags[path] = row["tag"]
            copy.sizes[path] = row["size"]
        }
        return copy
    }

    /// The events whose path is not among the given ones.
    func data(except paths: [String], _ db: Database) throws -> [String] {
        let excluded = Set(paths.map(key.digest))
        return try Row.fetchAll(
            db, sql: "SELECT digest, data FROM together_calendar_object WHERE calendar = ?",
            arguments: [calendar]
        ).filter { !excluded.contains($0["digest"]) }.map { $0["data"] }
    }

    func remove(_ path: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM together_calendar_object WHERE calendar = ? AND digest = ?",
            arguments: [calendar, key.digest(path)])
    }

    func store(_ object: CalendarObject, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO together_calendar_object (calendar, digest, path, tag, data)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET path = excluded.path, tag = excluded.tag,
                    data = excluded.data
                """,
            arguments: [
                calendar, key.digest(object.path), try key.seal(object.path, for: purpose),
                object.tag, object.data,
            ])
    }

    /// Encrypts the paths that an earlier version stored in plain text.
    ///
    /// - Returns: Whether there were any.
    static func sealPaths(_ key: CalendarKey, _ db: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            db, sql: "SELECT calendar, digest FROM together_calendar_object WHERE path IS NULL")
        for row in rows {
            let (calendar, path): (String, String) = (row["calendar"], row["digest"])
            try db.execute(
                sql: """
                    UPDATE together_calendar_object SET digest = ?, path = ?
                    WHERE calendar = ? AND digest = ?
                    """,
                arguments: [
                    key.digest(path),
                    try key.seal(path, for: Self(calendar: calendar, key: key).purpose),
                    calendar, path,
                ])
        }
        return !rows.isEmpty
    }
}
