internal import Foundation

/// A part of the day in the host's time zone.
package enum TimeOfDay: String, Sendable, Codable, CaseIterable {
    case morning, afternoon, evening, night

    /// The first hour, and the hour after the last one.
    ///
    /// The night ends on the next day.
    var hours: (start: Int, end: Int) {
        switch self {
        case .morning: (6, 12)
        case .afternoon: (12, 17)
        case .evening: (17, 21)
        case .night: (21, 30)
        }
    }
}

/// A search for times at which all members are free.
package struct SlotSearch: Sendable {
    package var firstDay: (year: Int, month: Int, day: Int)
    package var days: Int
    /// In seconds.
    package var duration: Int64
    package var timesOfDay: Set<TimeOfDay>
    /// IANA name of the host's time zone.
    package var zone: String

    package init(
        firstDay: (year: Int, month: Int, day: Int), days: Int, duration: Int64,
        timesOfDay: Set<TimeOfDay>, zone: String
    ) {
        self.firstDay = firstDay
        self.days = days
        self.duration = duration
        self.timesOfDay = timesOfDay
        self.zone = zone
    }

    /// Lists possible starts every 30 minutes, in order.
    ///
    /// `busy` contains absolute times, so members may be in different zones.
    ///
    /// Returns nothing for an unknown zone, for more than 366 days, and for durations outside 1 s
    /// to 7 days.
    package func slots(busy: [Range<Int64>], now: Int64) -> [Range<Int64>] {
        guard (1...366).contains(days), (1...604_800).contains(duration) else { return [] }
        let busy = Self.merged(busy)
        var slots: [Range<Int64>] = []
        for window in windows() {
            var start = window.lowerBound
            while start + duration <= window.upperBound {
                let slot = start..<(start + duration)
                if start > now, !Self.overlaps(slot, busy) { slots.append(slot) }
                start += 1800
            }
        }
        return slots
    }

    /// The selected parts of all days as absolute times.
    ///
    /// Adjacent parts are joined.
    func windows() -> [Range<Int64>] {
        guard let zone = TimeZone(identifier: zone) else { return [] }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var parts: [Range<Int64>] = []
        for offset in 0..<days {
            for time in timesOfDay {
                let start = instant(calendar, day: offset, hour: time.hours.start)
                let end = instant(calendar, day: offset, hour: time.hours.end)
                if let start, let end, start < end { parts.append(start..<end) }
            }
        }
        return Self.merged(parts)
    }

    private func instant(_ calendar: Calendar, day: Int, hour: Int) -> Int64? {
        calendar.date(
            from: DateComponents(
                year: firstDay.year, month: firstDay.month,
                day: firstDay.day + day + hour / 24, hour: hour % 24)
        ).map { Int64($0.timeIntervalSince1970) }
    }

    private static func merged(_ spans: [Range<Int64>]) -> [Range<Int64>] {
        var merged: [Range<Int64>] = []
        let sorted = spans.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
        for span in sorted {
            if let last = merged.last, span.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound..<max(last.upperBound, span.upperBound)
            } else {
                merged.append(span)
            }
        }
        return merged
    }

    /// Whether a slot overlaps the sorted, disjoint `busy` times; takes logarithmic time.
    private static func overlaps(_ slot: Range<Int64>, _ busy: [Range<Int64>]) -> Bool {
        var low = 0
        var high = busy.count
        while low < high {
            let midpoint = (low + high) / 2
            if busy[midpoint].upperBound <= slot.lowerBound {
                low = midpoint + 1
            } else {
                high = midpoint
            }
        }
        return low < busy.count && busy[low].lowerBound < slot.upperBound
    }
}
