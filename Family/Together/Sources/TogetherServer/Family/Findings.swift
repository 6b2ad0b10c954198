package import FamilyStore
import GRDB
import TogetherRules

extension TogetherApp {
    /// Faults of the stored activities, bookings, deadlines, mails and connections, in one sentence each.
    package static func findings(
        in database: any FamilyDatabase, at moment: Int64
    ) async throws -> [String] {
        try await database.read { db in
            try Self.activityFindings(db) + Self.bookingFindings(db) + Self.orphans(db)
                + Self.mailFindings(at: moment, db) + Self.connectionFindings(db)
        }
    }

    /// Seconds after which a mail that is due counts as overdue: a running server looks every 5 seconds.
    private static let overdue: Int64 = 3600

    private static func mailFindings(at moment: Int64, _ db: Database) throws -> [String] {
        var findings: [String] = []
        let late = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS count, min(due) AS since FROM together_mail
                WHERE state IN ('waiting', 'sending') AND due < ?
                """, arguments: [moment - overdue])
        if let late, late["count"] as Int > 0 {
            findings.append(
                "Overdue mails: \(late["count"] as Int), the first since "
                    + "\(Moment.text(late["since"])). Start the server, with --sendmail naming a "
                    + "program that works.")
        }
        let refused = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS count, max(problem) AS problem FROM together_mail
                WHERE state = 'waiting' AND attempts >= 3 AND problem IS NOT NULL
                """)
        if let refused, refused["count"] as Int > 0 {
            findings.append(
                "Mails that could not be handed over three times: \(refused["count"] as Int). "
                    + "\(refused["problem"] as String) Send a mail by hand with the program of "
                    + "--sendmail to see why.")
        }
        return findings
    }

    private static func connectionFindings(_ db: Database) throws -> [String] {
        try Row.fetchAll(
            db, sql: "SELECT household, id, hosts FROM together_connection ORDER BY household, id"
        ).flatMap { row in
            let (household, id): (Int64, String) = (row["household"], row["id"])
            let remedy = "A parent of family \(household) can enter the hosts again in Settings."
            guard let hosts = try? Stored.read([String].self, row["hosts"]) else {
                return ["The hosts of the connection \(id) cannot be read. \(remedy)"]
            }
            return hosts.filter { !ConnectionRoutes.isHost($0) }.map {
                "The connection \(id) names \"\($0)\", which is no host. \(remedy)"
            }
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
