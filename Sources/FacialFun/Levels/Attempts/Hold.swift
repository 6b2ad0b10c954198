/// Duration of an uninterrupted match.
struct Hold: Sendable {
    /// A hold breaks after this many milliseconds without a matching frame if two or more frames in
    /// them cannot be judged.
    static let dropoutMilliseconds = 250.0
    /// A hold breaks after this many milliseconds without a matching frame.
    static let maxGapMilliseconds = 1000.0

    private var start: Double?
    private var lastMatch = 0.0
    private var dropouts = 0

    /// Records a frame that matches.
    mutating func match(atMilliseconds now: Double) {
        breakAfterGap(now)
        if start == nil { start = now }
        lastMatch = now
        dropouts = 0
    }

    /// Records a frame that does not match.
    mutating func miss() {
        start = nil
        dropouts = 0
    }

    /// Records a frame that does not match by itself, while the recent frames as a whole do.
    mutating func keep(atMilliseconds now: Double) {
        dropouts = 0
        breakAfterGap(now)
    }

    /// Records a frame that cannot be judged; a single one does not break the hold.
    mutating func dropout(atMilliseconds now: Double) {
        dropouts += 1
        if dropouts > 1, now - lastMatch > Self.dropoutMilliseconds { miss() }
        breakAfterGap(now)
    }

    /// Records time without a frame.
    mutating func pass(atMilliseconds now: Double) { breakAfterGap(now) }

    /// Whether a hold is in progress.
    var isOn: Bool { start != nil }

    /// Duration of the hold at its last match, in milliseconds; nil without one.
    var milliseconds: Double? { start.map { lastMatch - $0 } }

    private mutating func breakAfterGap(_ now: Double) {
        if start != nil, now - lastMatch > Self.maxGapMilliseconds { miss() }
    }
}
