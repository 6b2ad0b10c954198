package import FamilyStore
import GRDB
import TogetherRules

extension TogetherApp {
    /// Faults of the stored activities, bookings and deadlines, in one sentence each.
    package static func findings(in database: any FamilyDatabase) async throws -> [String] {
        try await database.read { db in
            try Self.activityFindings(db) + Self.bookingFindings(db) + Self.orphans(db)
        }
    }

    private static func activityFindings(_ db: Database) throws -> [String] {
        var findings: [String] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM together_activity")
        while let row = try rows.next() {
            let id: String = row["id"]
            let record: ActivityRecord
            do { record = try ActivityRecord(row) } catch {
                findings.append(
                    "The activity \(id) cannot be read. Restore the database from a backup.")
                continue
            }
            let invitees = try Int64.fetchSet(
                db, sql: "SELECT member FROM together_invitee WHERE activity = ?", arguments: [id])
            let due = try Int64.fetchOne(
                db, sql: "SELECT due FROM together_due WHERE key = ?",
                arguments: ["\(Deadlines.Kind.activity.rawValue)/\(id)"])
            let faults = [
                (record.activity.stage.rawValue != row["stage"], "stage"),
                (record.host != row["host"], "host"),
                (record.activity.slot?.lowerBound != row["starts"], "time"),
                (Set(record.invitees) != invitees, "invitees"),
                (due != record.activity.nextDeadline, "deadline"),
            ]
            for (isFault, what) in faults where isFault {
                findings.append(
                    "The \(what) of the activity \(id) contradicts its state. Restore the database "
                        + "from a backup.")
            }
        }
        return findings
    }

    private static func bookingFindings(_ db: Database) throws -> [String] {
        let overlaps = try Row.fetchAll(
            db,
            sql: """
                SELECT one.id AS one, other.id AS other
                FROM together_booking AS one JOIN together_booking AS other
                    ON one.resource = other.resource AND one.id < other.id
                        AND one.starts < other.ends AND one.ends > other.starts
                """
        ).map { row in
            "The bookings \(row["one"] as Int64) and \(row["other"] as Int64) overlap. Delete one."
        }
        let unwatched = try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM together_request WHERE state = 'open' AND NOT EXISTS (
                    SELECT 1 FROM together_due WHERE key = 'request/' || resource)
                """
        ).map { "The request \($0) has no deadline. Restore the database from a backup." }
        return overlaps + unwatched
    }

    private static func orphans(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT key FROM together_due
                WHERE NOT EXISTS (SELECT 1 FROM together_activity WHERE id = subject)
                    AND NOT EXISTS (SELECT 1 FROM together_resource WHERE id = subject)
                """
        ).map { "The deadline \($0) has no subject. It is removed when it passes." }
    }
}
