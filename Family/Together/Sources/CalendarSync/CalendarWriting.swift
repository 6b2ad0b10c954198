import FamilyStore
import Foundation
import GRDB
import Logging
import OutboundHTTP

/// Writes activities, bookings and tasks into a member's CalDAV calendar.
///
/// The target events are stored first and written afterwards. Their paths are derived from their
/// identifiers, so a write that is repeated after a crash updates the same event.
struct CalendarWriting {
    let store: CalendarStore
    let client: OutboundClient
    let logger: Logger

    /// Maximum number of attempts to write an event that others keep changing.
    private static let maximumAttempts = 3

    // MARK: - Wanted events

    /// Replaces the future events of a member's target calendar.
    ///
    /// - Returns: The calendar if there is anything to write.
    static func want(
        _ read: (Database) throws -> [CalendarEntry], of member: Int64, at moment: Int64,
        _ db: Database
    ) throws -> String? {
        guard
            let calendar = try String.fetchOne(
                db, sql: "SELECT id FROM together_calendar WHERE member = ? AND is_target",
                arguments: [member])
        else { return nil }
        let entries = try read(db)
        for entry in entries {
            try db.execute(
                sql: """
                    INSERT INTO together_calendar_write (calendar, uid, data, ends, is_pending)
                    VALUES (?, ?, ?, ?, 1)
                    ON CONFLICT DO UPDATE SET data = excluded.data, ends = excluded.ends,
                        is_pending = 1, failures = 0, retry = 0
                    WHERE data IS NOT excluded.data
                    """, arguments: [calendar, entry.uid, entry.object, entry.end])
        }
        let wanted = String(
            decoding: try JSONEncoder().encode(entries.map(\.uid)), as: UTF8.self)
        // Past events stay in the calendar.
        try db.execute(
            sql: """
                UPDATE together_calendar_write SET data = NULL, is_pending = 1,
                    failures = 0, retry = 0
                WHERE calendar = ? AND ends > ? AND data IS NOT NULL
                    AND uid NOT IN (SELECT value FROM json_each(?))
                """, arguments: [calendar, moment, wanted])
        try db.execute(
            sql: """
                DELETE FROM together_calendar_write
                WHERE calendar = ? AND ends <= ? AND NOT is_pending
                """, arguments: [calendar, moment - 30 * 86_400])
        let isPending = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM together_calendar_write
                    WHERE calendar = ? AND is_pending)
                """, arguments: [calendar])
        return isPending == true ? calendar : nil
    }

    // MARK: - Writing

    private struct Pending {
        let uid: String
        let tag: String?
        let data: String?
    }

    /// Writes the pending events.
    ///
    /// A rejected event is retried at increasing intervals, and does not block others.
    ///
    /// - Throws: The problem of a server that cannot be reached.
    func writePending(
        to calendar: MemberCalendar, credentials: OutboundCredentials, at moment: Int64
    ) async throws(CalendarProblem) {
        let url = try calendar.url()
        let server = CalDAVClient(client: client, hosts: calendar.hosts, credentials: credentials)
        for pending in try await pending(of: calendar.id, at: moment) {
            let path = Self.path(of: pending.uid, in: url)
            do {
                var tag: String?
                if let data = pending.data {
                    tag = try await put(data, at: path, tag: pending.tag, on: server, url)
                } else {
                    try await delete(path, tag: pending.tag, on: server, url)
                }
                try await note(pending, of: calendar.id, tag: tag)
            } catch {
                let isRefusal = [
                    .signInFailed, .missing, .changedMeanwhile, .serverFailed, .tooLarge,
                    .notCalDAV,
                ].contains(error.code)
                guard isRefusal else { throw error }
                logger.info(
                    "a server rejected an event", metadata: ["code": "\(error.code.rawValue)"])
                try await postpone(pending, of: calendar.id, at: moment)
            }
        }
    }

    /// Stores a rejection.
    ///
    /// The event is retried after 5 minutes, then at doubling intervals up to a day.
    private func postpone(
        _ refused: Pending, of calendar: String, at moment: Int64
    ) async throws(CalendarProblem) {
        do {
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        UPDATE together_calendar_write SET failures = failures + 1,
                            retry = ? + min(300 << min(failures, 10), 86400)
                        WHERE calendar = ? AND uid = ? AND data IS ?
                        """, arguments: [moment, calendar, refused.uid, refused.data])
            }
        } catch { throw Self.databaseFailed(error) }
    }

    private static func path(of uid: String, in calendar: OutboundURL) -> String {
        let name = uid.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        let folder = calendar.path
        return "\(folder)\(folder.hasSuffix("/") ? "" : "/")\(name).ics"
    }

    /// Stores an event.
    ///
    /// If it was changed on the server, it is replaced but keeps its alarms.
    private func put(
        _ data: String, at path: String, tag: String?, on server: CalDAVClient,
        _ calendar: OutboundURL
    ) async throws(CalendarProblem) -> String? {
        var (data, tag) = (data, tag)
        for attempt in 1... {
            do {
                let condition = tag.map(CalDAVClient.Condition.matches) ?? .isNew
                if let tag = try await server.put(data, at: path, of: calendar, if: condition) {
                    return tag
                }
                // Servers that modify a stored event do not return a tag.
                return try await server.object(path, of: calendar)?.tag
            } catch {
                guard error.code == .changedMeanwhile || error.code == .missing,
                    attempt < Self.maximumAttempts
                else { throw error }
                let current = try await server.object(path, of: calendar)
                tag = current?.tag
                if let current { data = Self.keepingAlarms(of: current.data, in: data) }
            }
        }
        return nil
    }

    /// Deletes this server's event, even if it was changed on the calendar server.
    private func delete(
        _ path: String, tag: String?, on server: CalDAVClient, _ calendar: OutboundURL
    ) async throws(CalendarProblem) {
        var tag = tag
        for attempt in 1... {
            guard let known = tag else {
                guard let current = try await server.object(path, of: calendar) else { return }
                tag = current.tag
                continue
            }
            do {
                return try await server.delete(path, of: calendar, tag: known)
            } catch {
                guard error.code == .changedMeanwhile, attempt < Self.maximumAttempts else {
                    throw error
                }
                tag = nil
            }
        }
    }

    /// Copies the alarms that a member added to an event.
    static func keepingAlarms(of theirs: String, in ours: String) -> String {
        var alarms: [String] = []
        var isWithin = false
        for line in theirs.split(whereSeparator: \.isNewline) {
            if line == "BEGIN:VALARM" { isWithin = true }
            if isWithin { alarms.append(String(line)) }
            if line == "END:VALARM" { isWithin = false }
        }
        guard !alarms.isEmpty, !isWithin else { return ours }
        let block = alarms.map { "\($0)\r\n" }.joined()
        return ours.replacingOccurrences(of: "END:VEVENT\r\n", with: block + "END:VEVENT\r\n")
    }

    private func pending(
        of calendar: String, at moment: Int64
    ) async throws(CalendarProblem) -> [Pending] {
        do {
            return try await store.database.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT uid, tag, data FROM together_calendar_write
                        WHERE calendar = ? AND is_pending AND retry <= ? ORDER BY ends LIMIT 200
                        """, arguments: [calendar, moment]
                ).map { Pending(uid: $0["uid"], tag: $0["tag"], data: $0["data"]) }
            }
        } catch { throw Self.databaseFailed(error) }
    }

    /// Stores a finished write.
    ///
    /// Changes made in the meantime stay pending.
    private func note(
        _ written: Pending, of calendar: String, tag: String?
    ) async throws(CalendarProblem) {
        do {
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        UPDATE together_calendar_write SET tag = ?, is_pending = data IS NOT ?,
                            failures = 0, retry = 0
                        WHERE calendar = ? AND uid = ?
                        """, arguments: [tag, written.data, calendar, written.uid])
                try db.execute(
                    sql: """
                        DELETE FROM together_calendar_write
                        WHERE calendar = ? AND uid = ? AND data IS NULL AND NOT is_pending
                        """, arguments: [calendar, written.uid])
            }
        } catch { throw Self.databaseFailed(error) }
    }

    private static func databaseFailed(_ error: any Error) -> CalendarProblem {
        CalendarProblem(.serverFailed, "The calendar could not be stored: \(error)")
    }
}
