/// Deadlines that fire exactly once, even after restarts and clock changes.
///
/// The list is stored together with the effects of its deadlines. A key does not fire again if the
/// clock is set back.
package struct DueList: Sendable, Equatable, Codable {
    private var pending: [String: Int64] = [:]
    private var fired: Set<String> = []

    package init() {}

    package var next: Int64? { pending.values.min() }

    /// Adds or moves a deadline.
    ///
    /// Returns false for a key that has fired already.
    @discardableResult
    package mutating func schedule(_ key: String, at due: Int64) -> Bool {
        guard !fired.contains(key) else { return false }
        pending[key] = due
        return true
    }

    /// Drops a deadline with its subject.
    package mutating func remove(_ key: String) {
        pending[key] = nil
        fired.remove(key)
    }

    /// Takes all keys that are due, earliest first.
    package mutating func take(at now: Int64) -> [String] {
        let due = pending.filter { $0.value <= now }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .map(\.key)
        for key in due {
            pending[key] = nil
            fired.insert(key)
        }
        return due
    }
}
