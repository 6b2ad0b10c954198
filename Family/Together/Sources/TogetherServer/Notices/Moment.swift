package import FamilyWeb
package import Foundation
import HTTPTypes

/// A moment in requests and responses: ISO 8601 in UTC with whole seconds.
package enum Moment {
    /// `2026-12-01T18:00:00Z`.
    package static func text(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }

    /// Parses a moment; nil for invalid texts and for years outside 1970 to 2999.
    package static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 32, text.contains("T"),
            let date = try? Date(text, strategy: .iso8601),
            (0...32_503_679_999).contains(date.timeIntervalSince1970)
        else { return nil }
        return Int64(date.timeIntervalSince1970)
    }

    /// Parses a moment in a request.
    ///
    /// - Throws: `bad_time` (422), which names the field.
    package static func seconds(_ text: String, field: String) throws(WireError) -> Int64 {
        guard let seconds = seconds(text) else {
            throw WireError(
                .unprocessableContent, "bad_time",
                "\(field) must be a time such as 2026-12-01T18:00:00Z.", fields: [field: "time"])
        }
        return seconds
    }
}

/// A day in requests and responses: `2026-12-01`.
package struct WireDay: Hashable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Parses a day in a request.
    ///
    /// - Throws: `bad_day` (422), which names the field; also for days such as 30 February.
    package init(_ text: String, field: String) throws(WireError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
            let day = parts[2], (1970...2999).contains(year),
            DateComponents(calendar: calendar, year: year, month: month, day: day).isValidDate
        else {
            throw WireError(
                .unprocessableContent, "bad_day", "\(field) must be a day such as 2026-12-01.",
                fields: [field: "day"])
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The first second of the day, plus a number of days, in a time zone.
    package func start(in zone: TimeZone, plus days: Int = 0) -> Int64 {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.date(
            from: DateComponents(year: year, month: month, day: day + days, hour: 12))
        return date.map { Int64(calendar.startOfDay(for: $0).timeIntervalSince1970) } ?? 0
    }

    /// The number of days until another day.
    package func days(to other: WireDay) -> Int {
        Int((other.start(in: .gmt) - start(in: .gmt)) / 86_400)
    }
}
