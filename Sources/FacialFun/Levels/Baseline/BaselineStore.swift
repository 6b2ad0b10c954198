/// Baselines by name, for as long as they may live: in memory only, never written down.
///
/// A plain value; callers synchronize access between threads.
package struct BaselineStore: Sendable {
    /// Lifetime of a baseline after it was stored, in milliseconds: half an hour.
    ///
    /// Light, pose and mood change.
    package static let lifetimeMilliseconds = 1_800_000.0
    /// Maximum number of baselines; a new one replaces the oldest.
    package static let capacity = 512

    private struct Entry {
        let baseline: Baseline
        let expires: Double
    }

    private var entries: [String: Entry] = [:]

    /// Makes an empty store.
    package init() {}

    /// Number of baselines at a time.
    package func count(atMilliseconds now: Double) -> Int {
        entries.values.count { $0.expires > now }
    }

    /// Keeps a baseline under a name, in place of one that has it.
    package mutating func store(
        _ baseline: Baseline, name: String, atMilliseconds now: Double
    ) {
        removeExpired(atMilliseconds: now)
        entries[name] = nil
        // The name settles which of two that were stored at one time goes.
        if entries.count >= Self.capacity,
            let oldest = entries.min(by: { ($0.value.expires, $0.key) < ($1.value.expires, $1.key) }
            )
        {
            entries[oldest.key] = nil
        }
        entries[name] = Entry(baseline: baseline, expires: now + Self.lifetimeMilliseconds)
    }

    /// The baseline of a name; nil where there is none, or it has expired and is gone.
    package mutating func baseline(
        named name: String, atMilliseconds now: Double
    ) -> Baseline? {
        removeExpired(atMilliseconds: now)
        return entries[name]?.baseline
    }

    /// Forgets a baseline; whether there was one.
    @discardableResult
    package mutating func remove(named name: String) -> Bool {
        entries.removeValue(forKey: name) != nil
    }

    /// Forgets all baselines.
    package mutating func removeAll() { entries = [:] }

    /// Forgets the baselines whose time has passed.
    package mutating func removeExpired(atMilliseconds now: Double) {
        entries = entries.filter { $0.value.expires > now }
    }
}
