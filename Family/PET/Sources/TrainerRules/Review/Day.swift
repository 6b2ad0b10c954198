/// A calendar day on the family's clock.
///
/// Stored and counted as a number of days since 1 January 1970; written as `2026-11-22`.
public struct Day: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01; negative before.
    public var number: Int

    /// Makes a day from a number of days since 1970-01-01.
    public init(_ number: Int) {
        self.number = number
    }

    /// The day of a moment.
    ///
    /// - Parameters:
    ///   - seconds: Seconds since 1970-01-01 00:00 UTC.
    ///   - offset: The offset of the family's clock from UTC, in seconds.
    public init(secondsSince1970 seconds: Int, offsetFromUTC offset: Int = 0) {
        let local = seconds + offset
        number = (local - ((local % 86_400) + 86_400) % 86_400) / 86_400
    }

    /// Makes a day of the Gregorian calendar; nil for an invalid date such as 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return nil
        }
        // Counts years from March (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
        let back = parts
        guard back.year == year, back.month == month, back.day == day else { return nil }
    }

    /// Parses ``description``; nil if it is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month 1…12 and day 1…31 of the Gregorian calendar.
    public var parts: (year: Int, month: Int, day: Int) {
        let days = number + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The day as `2026-11-22`.
    public var description: String {
        let parts = parts
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
    }

    /// The Monday of the day's week.
    public var monday: Day {
        // 1970-01-01 was a Thursday.
        Day(number - (((number + 3) % 7) + 7) % 7)
    }

    /// Whether one day comes before another.
    public static func < (left: Day, right: Day) -> Bool {
        left.number < right.number
    }

    /// The day a number of days later.
    public static func + (day: Day, days: Int) -> Day {
        Day(day.number + days)
    }

    /// The number of days between two days.
    public static func - (left: Day, right: Day) -> Int {
        left.number - right.number
    }

    /// Decodes the number of days.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    /// Encodes the number of days.
    public func encode(to encoder: any Encoder) throws {
        var form = encoder.singleValueContainer()
        try form.encode(number)
    }
}
