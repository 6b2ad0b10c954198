import FacialFunWire

/// Advice that a child can follow: it changes at most once a second.
struct DebouncedAdvice: Sendable {
    /// The shortest time between two changes, in milliseconds.
    static let minMilliseconds = 1000.0

    /// Current advice.
    private(set) var current = Advice()
    private var changed: Double?

    /// Says something else where it is time to.
    mutating func offer(_ advice: Advice, atMilliseconds now: Double) {
        guard advice != current else { return }
        if let changed, now - changed < Self.minMilliseconds { return }
        current = advice
        changed = now
    }
}
