internal import CICal
internal import FamilyText

/// Limits on an untrusted calendar.
package struct CalendarLimits: Sendable {
    package var bytes = 5_000_000
    package var components = 50_000
    /// Maximum number of steps of a recurrence rule from its start to the end of the window.
    package var occurrences = 100_000
    /// Maximum time for expanding one event.
    package var milliseconds = 1000

    package init() {}
}

/// One event of a calendar; times are seconds since 1970 in UTC.
package struct CalendarEvent: Sendable, Equatable {
    package var uid: String
    package var summary: String
    package var details: String
    package var location: String
    package var start: Int64
    package var end: Int64
    /// The start of the occurrence that this event replaces.
    package var recurrenceID: Int64?
    /// Whether it replaces all later occurrences, too.
    package var thisAndFuture: Bool
    package var sequence: Int
    package var isAllDay: Bool
    package var isFloating: Bool
    package var isTransparent: Bool
    package var isCancelled: Bool
    package var isTentative: Bool
    /// Whether its time zone is unknown.
    ///
    /// Its times are then interpreted in the reader's zone.
    package var hasUnknownZone: Bool
}

/// One occurrence of an event.
package struct Occurrence: Sendable, Equatable {
    package var start: Int64
    package var end: Int64
    package var event: CalendarEvent
}

/// A parsed calendar.
///
/// It is immutable after parsing. The C layer serializes access to libical.
package final class CalendarFile {
    private let handle: OpaquePointer
    private let limits: CalendarLimits
    private let zone: String
    /// The readable events.
    ///
    /// Events without a valid start are left out and counted in `skipped`.
    package let events: [CalendarEvent]
    package let skipped: Int
    private let indices: [Int]

    /// Parses `bytes`; `zone` is the IANA zone of floating times and whole days.
    package init(
        _ bytes: [UInt8], zone: String, limits: CalendarLimits = CalendarLimits()
    ) throws(CalendarError) {
        guard cical_knows_zone(zone) else { throw .unknownZone(zone) }
        var parsed: OpaquePointer?
        let status = bytes.withUnsafeBufferPointer {
            cical_parse($0.baseAddress, $0.count, limits.shim, &parsed)
        }
        try Self.check(status, limits: limits, zone: zone)
        guard let parsed else { throw .outOfMemory }
        var events: [CalendarEvent] = []
        var indices: [Int] = []
        let count = cical_event_count(parsed)
        for index in 0..<count {
            var event = cical_event()
            guard cical_event_at(parsed, index, zone, &event) == cical_ok else { continue }
            events.append(CalendarEvent(event))
            indices.append(index)
        }
        self.handle = parsed
        self.limits = limits
        self.zone = zone
        self.events = events
        self.indices = indices
        self.skipped = count - events.count
    }

    deinit { cical_free(handle) }

    /// Lists the occurrences of all events that overlap `window`, in order, with overrides applied.
    package func occurrences(in window: Range<Int64>) throws(CalendarError) -> [Occurrence] {
        var budget = CalendarBudget()
        var result: [Occurrence] = []
        try forEachEvent(in: window, within: &budget) { occurrences in
            result += occurrences.filter { $0.overlaps(window) }
        }
        return result.sorted { ($0.start, $0.end, $0.event.uid) < ($1.start, $1.end, $1.event.uid) }
    }

    /// Lists the busy times in `window`, merged; `counts` is called once per event and override.
    package func busy(
        in window: Range<Int64>, within budget: inout CalendarBudget,
        where counts: (CalendarEvent) -> Bool
    ) throws(CalendarError) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        try forEachEvent(in: window, within: &budget) { occurrences in
            var known: [Int64?: Bool] = [:]
            let busy = occurrences.filter { occurrence in
                guard occurrence.overlaps(window) else { return false }
                let id = occurrence.event.recurrenceID
                if let known = known[id] { return known }
                let answer = counts(occurrence.event)
                known[id] = answer
                return answer
            }
            result += BusyTimes(busy, in: window).spans
        }
        return BusyTimes(result).spans
    }

    /// Calls `body` with the occurrences of each event.
    private func forEachEvent(
        in window: Range<Int64>, within budget: inout CalendarBudget,
        _ body: ([Occurrence]) -> Void
    ) throws(CalendarError) {
        var masters: [Int] = []
        var overrides: [String: [CalendarEvent]] = [:]
        for (position, event) in events.enumerated() {
            if event.recurrenceID == nil {
                masters.append(position)
            } else {
                overrides[event.uid, default: []].append(event)
            }
        }
        var uidsOfMasters: Set<String> = []
        for position in masters {
            let uid = events[position].uid
            uidsOfMasters.insert(uid)
            let own = uid.isEmpty ? [] : overrides[uid] ?? []
            try budget.spend(own.count)
            let expansion = Expansion(master: events[position], overrides: own)
            let spans = try spans(
                of: position, in: expansion.widened(window), milliseconds: budget.millisecondsLeft)
            try budget.spend(spans.count)
            body(expansion.occurrences(from: spans))
        }
        // An invitation to one occurrence arrives without the repeating event.
        for (uid, orphans) in overrides where !uidsOfMasters.contains(uid) {
            try budget.spend(orphans.count)
            body(
                Expansion.latest(orphans).filter { !$0.isCancelled }.map {
                    Occurrence(start: $0.start, end: $0.end, event: $0)
                })
        }
    }

    private func spans(
        of position: Int, in window: Range<Int64>, milliseconds: Int
    ) throws(CalendarError) -> [Range<Int64>] {
        var limits = limits
        limits.milliseconds = min(limits.milliseconds, milliseconds)
        var spans: UnsafeMutablePointer<cical_span>?
        var count = 0
        let status = cical_expand(
            handle, indices[position], zone, window.lowerBound, window.upperBound, limits.shim,
            &spans, &count)
        try Self.check(status, limits: limits, zone: zone)
        defer { cical_free_spans(spans) }
        return UnsafeBufferPointer(start: spans, count: count).map {
            $0.start..<max($0.start, $0.end)
        }
    }

    private static func check(
        _ status: cical_status, limits: CalendarLimits, zone: String
    ) throws(CalendarError) {
        switch status {
        case cical_ok: return
        case cical_too_many_bytes: throw .tooManyBytes(limit: limits.bytes)
        case cical_too_many_components: throw .tooManyComponents(limit: limits.components)
        case cical_too_many_occurrences: throw .tooManyOccurrences(limit: limits.occurrences)
        case cical_too_slow: throw .tooSlow(milliseconds: limits.milliseconds)
        case cical_too_frequent: throw .tooFrequent
        case cical_unknown_zone: throw .unknownZone(zone)
        case cical_out_of_memory: throw .outOfMemory
        default: throw .notACalendar
        }
    }
}

extension Occurrence {
    func overlaps(_ window: Range<Int64>) -> Bool {
        start < window.upperBound
            && (end > window.lowerBound || (start == end && start >= window.lowerBound))
    }
}

extension CalendarLimits {
    fileprivate var shim: cical_limits {
        cical_limits(
            bytes: bytes, components: components, occurrences: occurrences,
            milliseconds: UInt32(clamping: milliseconds))
    }
}

extension CalendarEvent {
    fileprivate init(_ event: cical_event) {
        func text(_ pointer: UnsafePointer<CChar>?) -> String {
            let text = pointer.map { String(cString: $0) } ?? ""
            // Unfolding can join several runs of marks to one that is too long.
            guard CombiningMarks.isLimitExceeded(in: text) else { return text }
            return String(
                decoding: CombiningMarks.shortened(text.utf8, escaping: .none), as: UTF8.self)
        }
        self.init(
            uid: text(event.uid), summary: text(event.summary), details: text(event.description),
            location: text(event.location), start: event.start, end: max(event.start, event.end),
            recurrenceID: event.has_recurrence_id ? event.recurrence_id : nil,
            thisAndFuture: event.this_and_future, sequence: Int(event.sequence),
            isAllDay: event.all_day, isFloating: event.floating,
            isTransparent: event.transparent, isCancelled: event.cancelled,
            isTentative: event.tentative, hasUnknownZone: event.unknown_zone)
    }
}
