/// Baselines by name, with a limited lifetime; in memory only, never stored.
///
/// A plain value; callers synchronize access between threads.
package struct BaselineStore: Sendable {
    /// Lifetime of a baseline after it was stored, in milliseconds: half an hour.
    ///
    /// It is limited because light, pose and mood change.
    package static let lifetimeMilliseconds = 1_800_000.0
    /// Maximum number of baselines; a new one replaces the oldest.
    package static let capacity = 512

    private struct Entry {
        let baseline: Baseline
        let expires: Double
    }

    private var entries: [String: Entry] = [:]

    /// Creates an empty store.
    package init() {}

    /// Number of baselines that have not expired.
    package func count(atMilliseconds now: Double) -> Int {
        entries.values.count { $0.expires > now }
    }

    /// Stores a baseline under a name, and replaces an earlier one of that name.
    package mutating func store(
        _ baseline: Baseline, name: String, atMilliseconds now: Double
    ) {
        removeExpired(atMilliseconds: now)
        entries[name] = nil
        // If two of them were stored at the same time, the order of their names decides which one
        // is removed.
        if entries.count >= Self.capacity,
            let oldest = entries.min(by: { ($0.value.expires, $0.key) < ($1.value.expires, $1.key) }
            )
        {
            entries[oldest.key] = nil
        }
        entries[name] = Entry(baseline: baseline, expires: now + Self.lifetimeMilliseconds)
    }

    /// The baseline of a name; nil if there is none or it has expired.
    package mutating func baseline(
        named name: String, atMilliseconds now: Double
    ) -> Baseline? {
        removeExpired(atMilliseconds: now)
        return entries[name]?.baseline
    }

    /// Deletes a baseline.
    ///
    /// - Returns: Whether it existed.
    @discardableResult
    package mutating func remove(named name: String) -> Bool {
        entries.removeValue(forKey: name) != nil
    }

    /// Deletes all baselines.
    package mutating func removeAll() { entries = [:] }

    /// Deletes expired baselines.
    package mutating func removeExpired(atMilliseconds now: Double) {
        entries = entries.filter { $0.value.expires > now }
    }
}
