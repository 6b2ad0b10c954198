package import Foundation

/// The sentences of notifications and mails, one file for each language.
package struct NoticeCatalog: Sendable {
    /// A title and a text with `{name}` placeholders for facts.
    struct Entry: Codable, Sendable {
        let title: String
        let text: String
    }

    /// A preset type of activities.
    struct ActivityType: Codable, Sendable {
        let id: String
        let name: String
        let tasks: [String]
    }

    private struct File: Codable {
        let notices: [String: Entry]
        let types: [ActivityType]
    }

    private let entries: [String: Entry]
    let types: [ActivityType]

    /// Reads a catalog.
    ///
    /// - Throws: An error if the file is missing or invalid, or lacks a kind of notification.
    package init(_ file: URL) throws {
        let data = try Data(contentsOf: file)
        let catalog = try JSONDecoder().decode(File.self, from: data)
        entries = catalog.notices
        types = catalog.types
        for kind in NoticeKind.allCases where entries[kind.rawValue] == nil {
            throw CatalogError(
                description: "\(file.path) has no text for \"\(kind.rawValue)\"; add it")
        }
    }

    package struct CatalogError: Error, CustomStringConvertible {
        package let description: String
    }

    /// The title and the text of a notification, with its facts filled in.
    ///
    /// Moments are formatted in the member's time zone.
    package func words(
        _ kind: NoticeKind, _ facts: [String: String], zone: TimeZone
    ) -> (title: String, text: String) {
        guard let entry = entries[kind.rawValue] else { return (kind.rawValue, "") }
        return (fill(entry.title, facts, zone), fill(entry.text, facts, zone))
    }

    /// Replaces placeholders once, from left to right; braces within facts stay as they are.
    private func fill(_ sentence: String, _ facts: [String: String], _ zone: TimeZone) -> String {
        var result = ""
        var rest = Substring(sentence)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            let value = facts[name] ?? ""
            result += Moment.seconds(value).map { Self.spoken($0, zone) } ?? value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// A moment for display: `Tue, 1 Dec 2026, 18:00`.
    static func spoken(_ moment: Int64, _ zone: TimeZone) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute],
            from: Date(timeIntervalSince1970: Double(moment)))
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        guard let weekday = parts.weekday, let month = parts.month, days.indices ~= weekday - 1,
            months.indices ~= month - 1
        else { return "" }
        let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
        return "\(days[weekday - 1]), \(parts.day ?? 0) \(months[month - 1]) \(parts.year ?? 0), "
            + time
    }
}

/// Kinds of notifications, with stable names.
package enum NoticeKind: String, Codable, CaseIterable, Sendable {
    case pollOpened = "poll_opened"
    case pollWon = "poll_won"
    case pollTied = "poll_tied"
    case pollUnvoted = "poll_unvoted"
    case invited, changed, cancelled
    case taskAssigned = "task_assigned"
    case taskDone = "task_done"
    case taskReminder = "task_reminder"
    case hostLeft = "host_left"
    case booked
    case bookingMoved = "booking_moved"
    case bookingCancelled = "booking_cancelled"
    case overrideAsked = "override_asked"
    case overrideApproved = "override_approved"
    case overrideDenied = "override_denied"
    case overrideUnanswered = "override_unanswered"
    case overrideExpired = "override_expired"
    case overrideDropped = "override_dropped"
    case resourceDeleted = "resource_deleted"
    case resourceCalendarAway = "resource_calendar_away"
    case resourceCalendarBack = "resource_calendar_back"
    case calendarUnreadable = "calendar_unreadable"
    case calendarReturned = "calendar_returned"
    case playlistShared = "playlist_shared"
    case mailFailed = "mail_failed"
}
