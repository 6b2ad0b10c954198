/// Busy times of one person, without titles.
package struct BusyTimes: Sendable, Equatable {
    /// The spans: disjoint and sorted, in seconds since 1970 in UTC.
    package private(set) var spans: [Range<Int64>]

    /// Merges overlapping and adjacent spans; empty ones are dropped.
    package init(_ spans: some Sequence<Range<Int64>>) {
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
        self.spans = merged
    }

    /// Reads the busy times of `occurrences`, cut to `window`.
    ///
    /// Canceled and transparent events are free.
    package init(_ occurrences: [Occurrence], in window: Range<Int64>) {
        self.init(
            occurrences.filter { !$0.event.isTransparent && !$0.event.isCancelled }.map {
                ($0.start..<$0.end).clamped(to: window)
            })
    }

    /// Joins the busy times of several people.
    package func union(_ other: BusyTimes) -> BusyTimes { BusyTimes(spans + other.spans) }

    /// Lists the gaps within `window`.
    package func free(in window: Range<Int64>) -> [Range<Int64>] {
        var gaps: [Range<Int64>] = []
        var position = window.lowerBound
        for span in spans where span.upperBound > window.lowerBound {
            if span.lowerBound >= window.upperBound { break }
            if span.lowerBound > position { gaps.append(position..<span.lowerBound) }
            position = max(position, span.upperBound)
        }
        if position < window.upperBound { gaps.append(position..<window.upperBound) }
        return gaps
    }
}
