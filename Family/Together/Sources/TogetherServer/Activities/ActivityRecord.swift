import Crypto
import FamilyMedia
import FamilyWeb
import Foundation
package import GRDB
import HTTPTypes
import TogetherRules

/// The rule of a repeating activity.
struct Repetition: Codable, Equatable, Sendable {
    enum Unit: String, Codable, Sendable {
        case day, week, month
    }

    let every: Unit
    let interval: Int
    /// The last day, `2026-12-31`; nil for no end.
    let until: String?

    /// The first repetition of `anchor` after a moment, at the same local time; nil after the last day.
    ///
    /// The 31st becomes the last day of a shorter month; a local time that a clock change skips becomes
    /// the next one that exists.
    func next(after moment: Int64, anchor: Int64, zone: TimeZone) -> Int64? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let (component, shortest): (Calendar.Component, Int64) =
            switch every {
            case .day: (.day, 22 * 3600)
            case .week: (.weekOfYear, 6 * 86_400)
            case .month: (.month, 28 * 86_400)
            }
        guard interval > 0, moment >= anchor else { return nil }
        let date = Date(timeIntervalSince1970: Double(anchor))
        // The shortest period bounds the number of repetitions since the anchor.
        let most = (moment - anchor) / (shortest * Int64(interval)) + 2
        for number in 1...Int(clamping: most) {
            guard
                let next = calendar.date(byAdding: component, value: interval * number, to: date)
            else { return nil }
            let seconds = Int64(next.timeIntervalSince1970)
            guard seconds > moment else { continue }
            if let until, let last = try? WireDay(until, field: "until"),
                seconds >= last.start(in: zone, plus: 1)
            {
                return nil
            }
            return seconds
        }
        return nil
    }
}

/// A Prep experience that shows where an activity takes place.
struct ExperienceLink: Codable, Equatable, Sendable {
    let id: String
    let title: String
}

/// The host's search for free times.
struct StoredSearch: Codable, Equatable, Sendable {
    let from: String
    let to: String
    let hours: Double
    let timesOfDay: [TimeOfDay]
    let lookup: Bool
    let without: [Int64]?
}

/// A change that invitees were notified of.
struct ActivityChange: Codable, Equatable, Sendable {
    let at: Int64
    let what: String
    let before: String
    let after: String
}

/// Properties of an activity outside its state machine.
struct ActivityExtras: Codable, Equatable, Sendable {
    /// A picture for each option of the poll, for children who cannot read yet.
    var pictures: [String?] = []
    var search: StoredSearch?
    /// Details entered so far, before invitations are sent.
    var entered: ActivityDetails?
    var experience: ExperienceLink?
    var repetition: Repetition?
    /// The start from which repetitions count.
    var anchor: Int64?
    var changes: [ActivityChange] = []
    /// Increases with every change that other calendars should show.
    var sequence = 0
    /// The time of each task's last reminder.
    var reminded: [Int: Int64] = [:]
}

/// A stored activity.
struct ActivityRecord: Sendable {
    let id: String
    let household: Int64
    var activity: Activity
    var extras = ActivityExtras()
    var form = "{}"
    let created: Int64
    var changed: Int64

    var host: Int64 { Int64(activity.host) ?? 0 }
    var invitees: [Int64] { activity.invitees.compactMap { Int64($0) }.sorted() }
    /// Everyone who may see the activity.
    var people: Set<Int64> { Set(invitees).union([host]) }
    /// The details that were sent or, before that, those entered so far.
    var details: ActivityDetails? { activity.details ?? extras.entered }
    var path: String { "/together/activities/\(id)" }
    /// A version of the unfinished input, so that a stale page does not replace newer input.
    var formVersion: String {
        SHA256.hash(data: Data(form.utf8)).prefix(12).map { String(format: "%02x", $0) }.joined()
    }

    init(id: String, household: Int64, activity: Activity, now: Int64) {
        self.id = id
        self.household = household
        self.activity = activity
        created = now
        changed = now
    }

    init(_ row: Row) throws {
        id = row["id"]
        household = row["household"]
        activity = try Stored.read(Activity.self, row["state"])
        extras = try Stored.read(ActivityExtras.self, row["extras"])
        form = row["form"]
        created = row["created"]
        changed = row["changed"]
    }

    /// An activity of a household that a member may see.
    ///
    /// - Throws: `not_found`.
    static func fetch(
        _ id: String, of household: Int64, for member: Int64?, _ db: Database
    ) throws -> ActivityRecord {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM together_activity WHERE id = ? AND household = ?",
                arguments: [id, household])
        else { throw WireError.notFound }
        let record = try ActivityRecord(row)
        if let member, !record.people.contains(member) { throw WireError.notFound }
        return record
    }

    /// Keeps the uploaded pictures of the poll as long as the activity.
    ///
    /// - Throws: `bad_picture` (422) for pictures that the family does not have.
    func referencePictures(before: ActivityRecord, _ db: Database) throws {
        let hashes = Self.hashes(extras)
        guard hashes != Self.hashes(before.extras) else { return }
        let missing = try MediaStore.setReferences(
            db, household: household, app: "together", owner: "activity \(id)", to: hashes)
        guard missing.isEmpty else {
            throw WireError(
                .unprocessableContent, "bad_picture",
                "The picture is no longer stored. Upload it again.",
                fields: ["picture": "bad_picture"])
        }
    }

    /// Releases the uploaded pictures of the poll, which are no longer shown.
    mutating func dropUploadedPictures() {
        extras.pictures = extras.pictures.map { $0?.hasPrefix("media:") == true ? nil : $0 }
    }

    /// Deletes the activity, but not pictures that others still use.
    func delete(_ db: Database) throws {
        if !Self.hashes(extras).isEmpty {
            _ = try MediaStore.setReferences(
                db, household: household, app: "together", owner: "activity \(id)", to: [])
        }
        try db.execute(sql: "DELETE FROM together_activity WHERE id = ?", arguments: [id])
    }

    /// Members who voted or have a task; 0 is a member who left.
    var named: Set<Int64> {
        let voters = activity.poll.map { Array($0.votes.keys) } ?? []
        let assignees = (details?.tasks ?? []).map(\.assignee)
        return Set((voters + assignees).compactMap { Int64($0) }).subtracting([0])
    }

    /// The uploaded pictures of the poll.
    var pictureHashes: Set<String> { Self.hashes(extras) }

    private static func hashes(_ extras: ActivityExtras) -> Set<String> {
        Set(
            extras.pictures.compactMap { $0 }.filter { $0.hasPrefix("media:") }
                .map { String($0.dropFirst(6)) })
    }

    /// Stores the record with its invitees and deadlines.
    func save(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO together_activity (
                    id, household, host, stage, starts, ends, state, extras, form, created, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET host = excluded.host, stage = excluded.stage,
                    starts = excluded.starts, ends = excluded.ends, state = excluded.state,
                    extras = excluded.extras, form = excluded.form, changed = excluded.changed
                """,
            arguments: [
                id, household, host, activity.stage.rawValue, activity.slot?.lowerBound,
                activity.slot?.upperBound, try Stored.json(activity), try Stored.json(extras), form,
                created, changed,
            ])
        let known = try Int64.fetchSet(
            db, sql: "SELECT member FROM together_invitee WHERE activity = ?", arguments: [id])
        let invitees = Set(invitees)
        for member in known.subtracting(invitees) {
            try db.execute(
                sql: "DELETE FROM together_invitee WHERE activity = ? AND member = ?",
                arguments: [id, member])
        }
        for member in invitees.subtracting(known) {
            try db.execute(
                sql: "INSERT INTO together_invitee VALUES (?, ?)", arguments: [id, member])
        }
        try Deadlines.set(.activity, id, of: household, at: activity.nextDeadline, db)
    }
}

extension TogetherServices {
    /// Admits only the host, while the poll can still be edited.
    ///
    /// - Throws: `not_found`, `not_the_host` (403), `not_now` (409).
    package func requirePollDraft(
        _ id: String, of household: Int64, by member: Int64, _ db: Database
    ) throws {
        let record = try ActivityRecord.fetch(id, of: household, for: member, db)
        guard record.host == member else { throw WireError(ActivityError.notTheHost) }
        guard [.draft, .unvoted].contains(record.activity.stage) else {
            throw WireError(ActivityError.notNow(record.activity.stage))
        }
    }
}
