import FacialFunWire

/// Advice at a pace that a child can follow: it changes at most once a second.
struct DebouncedAdvice: Sendable {
    /// The minimum time between two changes, in milliseconds.
    static let minMilliseconds = 1000.0

    /// Current advice.
    private(set) var current = Advice()
    private var changed: Double?

    /// Replaces the advice if the current one is old enough.
    mutating func offer(_ advice: Advice, atMilliseconds now: Double) {
        guard advice != current else { return }
        if let changed, now - changed < Self.minMilliseconds { return }
        current = advice
        changed = now
    }
}
