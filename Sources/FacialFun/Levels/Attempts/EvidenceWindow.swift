/// The evidence of the last half second: whether its frames together reach the threshold, though a
/// single one may not.
///
/// Several frames of one expression are surer than each of them: their errors differ. On the scale of
/// log-odds evidence adds up, so the mean counts. No single frame weighs more than ``maxExcess``.
struct EvidenceWindow: Sendable {
    /// The length of the window, in milliseconds.
    static let spanMilliseconds = 500.0
    /// The most that one frame counts above or below the threshold, in log-odds.
    static let maxExcess = 3.0
    /// The least mean, in log-odds above the threshold: the best half second of many looks better than the
    /// face is.
    static let minExcess = 0.25
    /// The most that one frame's change counts, in units of the change that is needed.
    static let maxChange = 2.0

    private var entries: [(milliseconds: Double, excess: Double, change: Double)] = []

    /// Takes a reading, and drops those that have left the window.
    ///
    /// - Parameters:
    ///   - score: The target's score, 0…1.
    ///   - threshold: The score that is needed.
    ///   - changeShare: The change from rest; nil where none is needed.
    ///   - milliseconds: The time of the frame.
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

    /// Whether the mean of the frames is above the threshold and shows the change.
    var passes: Bool {
        guard !entries.isEmpty else { return false }
        let count = Double(entries.count)
        return entries.reduce(0) { $0 + $1.excess } >= Self.minExcess * count
            && entries.reduce(0) { $0 + $1.change } >= count
    }
}
