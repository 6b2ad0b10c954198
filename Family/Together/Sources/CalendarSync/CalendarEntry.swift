internal import Calendars

/// An activity, booking or task as a calendar event.
package struct CalendarEntry: Sendable, Hashable {
    /// The suffix of the identifiers of this server's events.
    package static let uidSuffix = "@modern-family"

    /// An identifier with the suffix, which stays the same when the entry changes.
    package var uid: String
    package var title: String
    package var details: String
    package var location: String
    /// Seconds since 1970.
    package var start: Int64
    package var end: Int64
    /// Time of the last change, in seconds since 1970.
    package var changed: Int64
    /// Increases with every change.
    package var sequence: Int
    /// Whether it blocks the time; tasks and reminders do not.
    package var isBusy: Bool

    package init(
        uid: String, title: String, details: String = "", location: String = "", start: Int64,
        end: Int64, changed: Int64, sequence: Int = 0, isBusy: Bool = true
    ) {
        self.uid = uid
        self.title = title
        self.details = details
        self.location = location
        self.start = start
        self.end = end
        self.changed = changed
        self.sequence = sequence
        self.isBusy = isBusy
    }

    var event: WrittenEvent {
        var event = WrittenEvent(
            uid: uid, summary: title, start: start, end: max(start, end), stamp: changed)
        event.details = details
        event.location = location
        event.sequence = sequence
        event.isTransparent = !isBusy
        return event
    }

    /// The entry without a method, as CalDAV servers store it.
    var object: String {
        var writer = CalendarWriter(method: nil)
        writer.add(event)
        return writer.text()
    }

    /// A feed to subscribe to.
    package static func feed(_ entries: [CalendarEntry], name: String) -> String {
        var writer = CalendarWriter(method: .publish, name: name)
        for entry in entries { writer.add(entry.event) }
        return writer.text()
    }

    /// An iTIP message (RFC 5546) for an attachment of type `text/calendar; method=REQUEST;
    /// charset=utf-8`, or `method=CANCEL`.
    package func invitation(
        isCancelled: Bool, from organizer: (name: String, email: String),
        to attendees: [(name: String, email: String)]
    ) -> String {
        var writer = CalendarWriter(method: isCancelled ? .cancel : .request)
        var event = event
        event.organizer = CalendarPerson(name: organizer.name, email: organizer.email)
        event.attendees = attendees.map { CalendarPerson(name: $0.name, email: $0.email) }
        writer.add(event)
        return writer.text()
    }
}
