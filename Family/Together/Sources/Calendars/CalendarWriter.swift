internal import Foundation

/// The purpose of a written calendar.
package enum CalendarMethod: String, Sendable {
    /// A feed to subscribe to.
    case publish = "PUBLISH"
    /// An iTIP invitation.
    case request = "REQUEST"
    /// An iTIP cancellation.
    case cancel = "CANCEL"
}

/// A person in an invitation; both texts may come from users.
package struct CalendarPerson: Sendable, Equatable {
    package var name: String
    package var email: String

    package init(name: String, email: String) {
        self.name = name
        self.email = email
    }
}

/// An event to write; times are seconds since 1970 in UTC.
package struct WrittenEvent: Sendable {
    package var uid: String
    package var summary: String
    package var details = ""
    package var location = ""
    package var start: Int64
    package var end: Int64
    package var stamp: Int64
    package var sequence = 0
    /// Whether the event leaves the time free.
    package var isTransparent = false
    package var organizer: CalendarPerson?
    package var attendees: [CalendarPerson] = []

    package init(uid: String, summary: String, start: Int64, end: Int64, stamp: Int64) {
        self.uid = uid
        self.summary = summary
        self.start = start
        self.end = end
        self.stamp = stamp
    }
}

/// Writes iCalendar (RFC 5545): escaped text, CRLF, lines folded at 75 bytes between characters.
package struct CalendarWriter: Sendable {
    private var lines: [String]

    /// Starts a calendar.
    ///
    /// Without a method, it is meant for storage on a CalDAV server.
    package init(method: CalendarMethod?, name: String = "") {
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//FacialFun//Modern Family//EN"]
        if let method { lines.append("METHOD:\(method.rawValue)") }
        self.method = method
        if !name.isEmpty { lines.append("X-WR-CALNAME:\(Self.escaped(name))") }
    }

    private let method: CalendarMethod?

    package mutating func add(_ event: WrittenEvent) {
        lines += [
            "BEGIN:VEVENT", "UID:\(Self.escaped(event.uid))",
            "DTSTAMP:\(Self.utc(event.stamp))", "DTSTART:\(Self.utc(event.start))",
            "DTEND:\(Self.utc(event.end))", "SEQUENCE:\(event.sequence)",
            "SUMMARY:\(Self.escaped(event.summary))",
        ]
        if !event.details.isEmpty { lines.append("DESCRIPTION:\(Self.escaped(event.details))") }
        if !event.location.isEmpty { lines.append("LOCATION:\(Self.escaped(event.location))") }
        if event.isTransparent { lines.append("TRANSP:TRANSPARENT") }
        if method == .cancel { lines.append("STATUS:CANCELLED") }
        if let organizer = event.organizer {
            lines.append("ORGANIZER\(Self.person(organizer))")
        }
        for attendee in event.attendees {
            lines.append("ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE\(Self.person(attendee))")
        }
        lines.append("END:VEVENT")
    }

    /// The whole calendar.
    package func text() -> String {
        (lines + ["END:VCALENDAR"]).map { Self.folded($0) + "\r\n" }.joined()
    }

    static func escaped(_ text: String) -> String {
        var result = ""
        let lines = text.replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "\r", with: "\n")
        for scalar in lines.unicodeScalars {
            switch scalar {
            case "\\", ";", ",":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 && scalar != "\t", "\u{7F}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A person's name and address.
    ///
    /// Quotes and control characters would end the parameter, so they are removed.
    private static func person(_ person: CalendarPerson) -> String {
        let name = String(
            String.UnicodeScalarView(
                person.name.unicodeScalars.filter {
                    $0.value >= 0x20 && $0 != "\"" && $0 != "\u{7F}"
                }))
        let email = String(
            String.UnicodeScalarView(
                person.email.unicodeScalars.filter { $0.value > 0x20 && $0 != "\u{7F}" }))
        return ";CN=\"\(name)\":mailto:\(email)"
    }

    static func folded(_ line: String) -> String {
        var result = ""
        var width = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if width + size > 75 {
                result += "\r\n "
                width = 1
            }
            result.unicodeScalars.append(scalar)
            width += size
        }
        return result
    }

    package static func utc(_ seconds: Int64) -> String {
        let (days, second) = floorDivided(seconds, by: 86_400)
        let date = civil(days)
        func padded(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return padded(date.year, 4) + padded(date.month, 2) + padded(date.day, 2) + "T"
            + padded(second / 3600, 2) + padded(second / 60 % 60, 2) + padded(second % 60, 2) + "Z"
    }

    private static func floorDivided(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let remainder = value % divisor
        return remainder < 0
            ? (value / divisor - 1, remainder + divisor) : (value / divisor, remainder)
    }

    /// Converts days since 1970 to the Gregorian date.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = floorDivided(days + 719_468, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case ..<0x80: 1
        case ..<0x800: 2
        case ..<0x1_0000: 3
        default: 4
        }
    }
}
