/// Recent readings, smoothed by their median.
///
/// It ignores single outliers and fully follows changes that last longer than the window.
struct SmoothingWindow: Sendable {
    /// Length of the window and maximum delay of a verdict, in milliseconds.
    static let spanMilliseconds = 150.0

    private var entries: [(milliseconds: Double, score: Double, changeShare: Double?)] = []

    /// Adds a reading, and drops readings that have left the window.
    mutating func add(score: Double, changeShare: Double?, atMilliseconds milliseconds: Double) {
        entries.append((milliseconds, score, changeShare))
        entries.removeAll { $0.milliseconds <= milliseconds - Self.spanMilliseconds }
    }

    /// The median score and change; nil without readings.
    ///
    /// The median change is that of the readings that have one.
    var smoothed: (score: Double, changeShare: Double?)? {
        guard !entries.isEmpty else { return nil }
        let changes = entries.compactMap(\.changeShare)
        return (Median.of(entries.map(\.score)), changes.isEmpty ? nil : Median.of(changes))
    }
}
