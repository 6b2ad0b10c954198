/// Recent readings, smoothed by their median: single outliers are ignored, and changes longer than
/// the window count fully.
struct SmoothingWindow: Sendable {
    /// Length of the window and maximum delay of a verdict, in milliseconds.
    static let spanMilliseconds = 150.0

    private var entries: [(milliseconds: Double, score: Double, changeShare: Double?)] = []

    /// Takes a reading; what is as old as the window is long is let go.
    mutating func add(score: Double, changeShare: Double?, atMilliseconds milliseconds: Double) {
        entries.append((milliseconds, score, changeShare))
        entries.removeAll { $0.milliseconds <= milliseconds - Self.spanMilliseconds }
    }

    /// The median score and change; nil where there is none.
    ///
    /// The change is that of the readings that have one.
    var smoothed: (score: Double, changeShare: Double?)? {
        guard !entries.isEmpty else { return nil }
        let changes = entries.compactMap(\.changeShare)
        return (Median.of(entries.map(\.score)), changes.isEmpty ? nil : Median.of(changes))
    }
}
