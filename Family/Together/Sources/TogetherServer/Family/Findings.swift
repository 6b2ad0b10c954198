package import FamilyStore
import GRDB
import TogetherRules

extension TogetherApp {
    /// Faults of the stored activities, bookings, deadlines, mails and connections, one sentence
    /// each.
    package static func findings(
        in database: any FamilyDatabase, family: FamilyDirectory, at moment: Int64
    ) async throws -> [String] {
        try await database.read { db in
            var findings = try Self.activityFindings(family, db)
            findings += try Self.bookingFindings(db)
            findings += try Self.orphans(db)
            findings += try family.findings(of: MemberReference.all, db)
            findings += try Self.foreignRows(db)
            findings += try Self.mailFindings(at: moment, db)
            findings += try Self.connectionFindings(db)
            return findings
        }
    }

    /// Seconds after which a due mail counts as overdue.
    ///
    /// A running server checks every 5 seconds.
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
                "Mails that failed at least three times: \(refused["count"] as Int). "
                    + "\(refused["problem"] as String) To find the cause, send a mail manually with the program "
                    + "of --sendmail.")
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
                "The connection \(id) names \"\($0)\", which is not a host. \(remedy)"
            }
        }
    }

    private static func activityFindings(
        _ family: FamilyDirectory, _ db: Database
    ) throws -> [String] {
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
            for member in record.named.sorted()
            where try family.householdOfMember(db, member) != record.household {
                findings.append(
                    "The activity \(id) has a vote or a task of member \(member), who is not of its "
                        + "family. Restore the database from a backup.")
            }
            for hash in record.pictureHashes.sorted()
            where try !holds(record.household, picture: hash, db) {
                findings.append(
                    "A picture of the poll \(id) is missing (\(hash.prefix(12))…). Restore the "
                        + "database and the media files from a backup.")
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

    private static func holds(
        _ household: Int64, picture hash: String, _ db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM media_holding WHERE household = ? AND hash = ?)",
            arguments: [household, hash]) ?? false
    }

    /// Rows that belong to a row of another family.
    private static func foreignRows(_ db: Database) throws -> [String] {
        try ["booking", "request", "notice"].flatMap { kind in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT row.id AS id, row.household AS one, resource.household AS other
                    FROM together_\(kind) AS row JOIN together_resource AS resource
                        ON resource.id = row.resource
                    WHERE row.household <> resource.household ORDER BY row.id
                    """
            ).map { row in
                "The \(kind) \(row["id"] as Int64) of family \(row["one"] as Int64) is for a resource "
                    + "of family \(row["other"] as Int64). Restore the database from a backup."
            }
        }
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
