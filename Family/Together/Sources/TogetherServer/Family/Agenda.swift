import Calendars
import Foundation
package import GRDB
import Synchronization
import TogetherRules

/// An activity, a booking or a task in a member's calendar; times are seconds since 1970.
package struct AgendaEvent: Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
        case activity, booking, task
    }

    package let kind: Kind
    /// The activity's id or the booking's number.
    package let id: String
    /// The index of a task.
    package var task: Int?
    package let name: String
    package var details = ""
    package var location = ""
    package let start: Int64
    package let end: Int64
    package let members: [Int64]
    package var experience: String?
    package var experienceTitle: String?
    package var isDone = false
    /// The resource of a booking.
    package var resource: String?
    package let sequence: Int
    package let changed: Int64

    /// A permanent identifier, unique among all calendars.
    package var uid: String {
        let part = task.map { "-\($0)" } ?? ""
        return "\(kind.rawValue)-\(id)\(part)@modern-family"
    }
}

/// Members' plans on this server, for calendars, weekly plans and free times.
package final class Agenda: Sendable {
    private let source = Mutex<(any CalendarSource)?>(nil)

    package init() {}

    /// Calendars on other servers; nil without that part.
    package var calendars: (any CalendarSource)? {
        get { source.withLock { $0 } }
        set { source.withLock { $0 = newValue } }
    }

    /// Notifies other calendars once the transaction is committed.
    func changed(for members: Set<Int64>, of household: Int64, _ db: Database) {
        guard let calendars, !members.isEmpty else { return }
        db.afterNextTransaction { _ in
            Task { await calendars.eventsChanged(of: members.sorted(), household: household) }
        }
    }

    /// A member's activities, bookings and tasks that overlap a window, in order.
    package func events(
        of member: Int64, household: Int64, in window: Range<Int64>, tasks: Bool = true,
        _ db: Database
    ) throws -> [AgendaEvent] {
        let activities = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_activity
                WHERE household = ?1 AND stage IN ('invited', 'done') AND starts < ?3 AND ends > ?4
                    AND (host = ?2 OR EXISTS (
                        SELECT 1 FROM together_invitee WHERE activity = id AND member = ?2))
                """, arguments: [household, member, window.upperBound, window.lowerBound]
        ).map(ActivityRecord.init)
        let bookings = try Row.fetchAll(
            db,
            sql: Self.bookings + " AND together_booking.member = ?",
            arguments: [household, window.upperBound, window.lowerBound, member])
        return Self.sorted(
            activities.flatMap { Self.events($0, tasksOf: tasks ? member : nil) }
                + bookings.map(Self.booking))
    }

    /// All activities and bookings of a household that overlap a window, in order.
    package func events(
        ofAll household: Int64, in window: Range<Int64>, _ db: Database
    ) throws -> [AgendaEvent] {
        let activities = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_activity
                WHERE household = ? AND stage IN ('invited', 'done') AND starts < ? AND ends > ?
                """, arguments: [household, window.upperBound, window.lowerBound]
        ).map(ActivityRecord.init)
        let bookings = try Row.fetchAll(
            db, sql: Self.bookings, arguments: [household, window.upperBound, window.lowerBound])
        return Self.sorted(
            activities.flatMap { Self.events($0, tasksOf: nil) } + bookings.map(Self.booking))
    }

    /// Times at which a member is busy with plans on this server.
    func busy(
        _ member: Int64, household: Int64, in window: Range<Int64>, except activity: String,
        _ db: Database
    ) throws -> [Range<Int64>] {
        try events(of: member, household: household, in: window, tasks: false, db)
            .filter { $0.id != activity }.map { $0.start..<$0.end }
    }

    private static let bookings = """
        SELECT together_booking.*, together_resource.name AS name
        FROM together_booking JOIN together_resource ON together_resource.id = resource
        WHERE together_booking.household = ? AND starts < ? AND ends > ?
        """

    private static func sorted(_ events: [AgendaEvent]) -> [AgendaEvent] {
        events.sorted { ($0.start, $0.end, $0.uid) < ($1.start, $1.end, $1.uid) }
    }

    private static func booking(_ row: Row) -> AgendaEvent {
        var event = AgendaEvent(
            kind: .booking, id: "\(row["id"] as Int64)", name: row["name"], details: row["reason"],
            start: row["starts"], end: row["ends"], members: [row["member"]],
            sequence: row["sequence"], changed: row["changed"])
        event.resource = row["resource"]
        return event
    }

    /// The event of an activity, and the events of a member's tasks.
    static func events(_ record: ActivityRecord, tasksOf member: Int64?) -> [AgendaEvent] {
        guard let slot = record.activity.slot else { return [] }
        let (activity, location) = (record.activity, record.details?.location ?? "")
        func event(_ kind: AgendaEvent.Kind, _ name: String, _ members: [Int64]) -> AgendaEvent {
            AgendaEvent(
                kind: kind, id: record.id, name: name, location: location,
                start: slot.lowerBound, end: slot.upperBound, members: members,
                sequence: record.extras.sequence, changed: record.changed)
        }
        var whole = event(.activity, activity.name, record.people.sorted())
        whole.details = activity.summary
        whole.experience = record.extras.experience?.id
        whole.experienceTitle = record.extras.experience?.title
        whole.isDone = activity.stage == .done
        var events = [whole]
        for (index, task) in (record.details?.tasks ?? []).enumerated() {
            guard let member, task.assignee == "\(member)" else { continue }
            var own = event(.task, task.name, [member])
            own.task = index
            own.details = activity.name
            own.isDone = task.isDone
            events.append(own)
        }
        return events
    }

    /// The activity as an iTIP file for an attendee's mail.
    static func invitation(
        _ record: ActivityRecord, method: CalendarMethod, from organizer: CalendarPerson,
        to attendee: CalendarPerson, now: Int64
    ) -> MailAttachment? {
        guard let event = events(record, tasksOf: nil).first else { return nil }
        var written = WrittenEvent(
            uid: event.uid, summary: event.name, start: event.start, end: event.end, stamp: now)
        written.details = event.details
        written.location = event.location
        written.sequence = event.sequence
        written.organizer = organizer
        written.attendees = [attendee]
        var writer = CalendarWriter(method: method)
        writer.add(written)
        return MailAttachment(
            name: method == .cancel ? "cancel.ics" : "invite.ics",
            type: "text/calendar; method=\(method.rawValue); charset=utf-8",
            content: Data(writer.text().utf8))
    }
}
