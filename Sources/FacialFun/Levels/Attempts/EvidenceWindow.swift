/// Evidence of the last half second.
///
/// Its frames together may reach the threshold even if no single frame does.
///
/// The mean of several frames is more reliable than each frame, because their errors differ. It is
/// computed from log-odds, on which evidence is additive. No single frame weighs more than
/// ``maxExcess``.
struct EvidenceWindow: Sendable {
    /// The length of the window, in milliseconds.
    static let spanMilliseconds = 500.0
    /// The largest amount by which one frame counts above or below the threshold, in log-odds.
    static let maxExcess = 3.0
    /// The minimum mean, in log-odds above the threshold.
    ///
    /// It compensates for the bias of choosing the best of many half seconds.
    static let minExcess = 0.25
    /// The largest change that counts for one frame, in units of the required change.
    static let maxChange = 2.0

    private var entries: [(milliseconds: Double, excess: Double, change: Double)] = []

    /// Adds a reading, and drops readings that have left the window.
    ///
    /// - Parameters:
    ///   - score: The target's score, 0…1.
    ///   - threshold: The required score.
    ///   - changeShare: The change from rest; nil if none is required.
    ///   - milliseconds: Capture time of the frame.
    mutating func add(
        score: Double, threshold: Double, changeShare: Double?, atMilliseconds milliseconds: Double
    ) {
        let excess = LogOdds.of(score) - LogOdds.of(threshold)
        let change = changeShare ?? 1
        entries.append(
            (
                milliseconds, min(max(excess, -Self.maxExcess), Self.maxExcess),
                min(max(change, -Self.maxChange), Self.maxChange)
            ))
        entries.removeAll { $0.milliseconds <= milliseconds - Self.spanMilliseconds }
    }

    /// Whether the mean of the frames is above the threshold, with the required change.
    var isAboveThreshold: Bool {
        guard !entries.isEmpty else { return false }
        let count = Double(entries.count)
        return entries.reduce(0) { $0 + $1.excess } >= Self.minExcess * count
            && entries.reduce(0) { $0 + $1.change } >= count
    }
}
