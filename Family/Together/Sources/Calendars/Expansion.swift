/// Applies the overrides of a repeating event to its occurrences.
struct Expansion {
    let master: CalendarEvent
    /// One override per replaced start: the one with the highest sequence.
    private let single: [Int64: CalendarEvent]
    /// Overrides that replace all later occurrences, ordered by the first one they replace.
    private let future: [(start: Int64, event: CalendarEvent)]

    init(master: CalendarEvent, overrides: [CalendarEvent]) {
        self.master = master
        var single: [Int64: CalendarEvent] = [:]
        var future: [(start: Int64, event: CalendarEvent)] = []
        for event in Self.latest(overrides) {
            guard let start = event.recurrenceID else { continue }
            single[start] = event
            if event.thisAndFuture { future.append((start, event)) }
        }
        self.single = single
        self.future = future.sorted { $0.start < $1.start }
    }

    /// Keeps the override with the highest sequence for each start.
    static func latest(_ overrides: [CalendarEvent]) -> [CalendarEvent] {
        var latest: [Int64: CalendarEvent] = [:]
        for event in overrides {
            guard let start = event.recurrenceID else { continue }
            if let known = latest[start], known.sequence > event.sequence { continue }
            latest[start] = event
        }
        return latest.values.sorted { $0.start < $1.start }
    }

    /// Widens a window by the amount that overrides move or lengthen later occurrences.
    func widened(_ window: Range<Int64>) -> Range<Int64> {
        var margin: Int64 = 0
        for (start, event) in future {
            margin = max(margin, abs(event.start - start) + (event.end - event.start))
        }
        return (window.lowerBound - margin)..<(window.upperBound + margin)
    }

    /// The last override of all later occurrences that starts before `start`.
    private func change(before start: Int64) -> (start: Int64, event: CalendarEvent)? {
        var (low, high) = (0, future.count)
        while low < high {
            let midpoint = (low + high) / 2
            if future[midpoint].start < start { low = midpoint + 1 } else { high = midpoint }
        }
        return low == 0 ? nil : future[low - 1]
    }

    /// Replaces and moves `spans`.
    ///
    /// Overrides of starts outside them are added.
    func occurrences(from spans: [Range<Int64>]) -> [Occurrence] {
        var result: [Occurrence] = []
        for span in spans where single[span.lowerBound] == nil {
            guard let change = change(before: span.lowerBound) else {
                if !master.isCancelled {
                    result.append(
                        Occurrence(start: span.lowerBound, end: span.upperBound, event: master))
                }
                continue
            }
            if change.event.isCancelled { continue }
            let start = span.lowerBound + change.event.start - change.start
            let length = change.event.end - change.event.start
            result.append(Occurrence(start: start, end: start + length, event: change.event))
        }
        for event in single.values where !event.isCancelled {
            result.append(Occurrence(start: event.start, end: event.end, event: event))
        }
        return result
    }
}
