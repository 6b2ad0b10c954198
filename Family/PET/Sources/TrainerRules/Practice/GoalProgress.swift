/// The comparison of before and after for a goal.
///
/// A single sitting asks an emotion only once or twice, so neighboring probes are pooled until they
/// have ``fewest`` answers. Probes on the day of the goal count as after.
public struct GoalProgress: Hashable, Codable, Sendable {
    /// The minimum number of answers for a result.
    public static let fewest = 5

    /// The result before the goal was set.
    ///
    /// If there are too few answers, the first ones after it serve instead, and ``now`` excludes
    /// them.
    public let baseline: Probe?
    /// The latest result since the goal was set.
    public let now: Probe?
    /// Whether the criterion was reached in two pooled results in a row; it stays reached.
    public let isReached: Bool
    /// The pooled results since the goal was set, the oldest first.
    public let results: [Probe]

    /// Compares the probes of a goal's skill.
    ///
    /// - Parameters:
    ///   - goal: The goal. Probes after the day of its end are left out.
    ///   - probes: The probes, in any order.
    public init(_ goal: Goal, probes: [Probe]) {
        let all = probes.filter { $0.asked > 0 && $0.day <= goal.endedOn ?? $0.day }
            .enumerated()
            .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }
            .map(\.element)
        let before = all.filter { $0.day < goal.day }
        var since = all.filter { $0.day >= goal.day }
        var baseline = Self.pool(before.reversed())?.pooled
        if baseline == nil, let first = Self.pool(since) {
            baseline = first.pooled
            since.removeFirst(first.count)
        }
        self.baseline = baseline
        now = Self.pool(since.reversed())?.pooled
        var results: [Probe] = []
        while let next = Self.pool(since) {
            results.append(next.pooled)
            since.removeFirst(next.count)
        }
        self.results = results
        isReached = zip(results, results.dropFirst()).contains { first, second in
            first.percent >= goal.criterion && second.percent >= goal.criterion
        }
    }

    /// The change from the baseline to now in percentage points; nil if one is missing.
    public var change: Int? {
        guard let baseline, let now else { return nil }
        return now.percent - baseline.percent
    }

    /// Pools the first probes until there are enough answers; nil if there are too few.
    private static func pool(_ probes: some Sequence<Probe>) -> (pooled: Probe, count: Int)? {
        var pooled: Probe?
        var count = 0
        for probe in probes {
            var sum = pooled ?? Probe(day: probe.day, asked: 0, right: 0)
            sum.asked += probe.asked
            sum.right += probe.right
            sum.day = max(sum.day, probe.day)
            pooled = sum
            count += 1
            if sum.asked >= fewest { return (sum, count) }
        }
        return nil
    }
}
