import CommandSupport
import FacialFun

/// Current rate and latency of scoring.
struct LiveMeter {
    /// Length of the window in milliseconds.
    private static let span = 2000.0

    private var frames: [(milliseconds: Double, latency: Double)] = []

    /// Adds a frame.
    mutating func add(_ frame: ScoredFrame) {
        frames.append((frame.source.milliseconds, frame.latencyMilliseconds))
        frames.removeAll { $0.milliseconds <= frame.source.milliseconds - Self.span }
    }

    /// Scored frames per second; nil before there are two.
    var rate: Double? {
        guard let first = frames.first, let last = frames.last, frames.count > 1,
            last.milliseconds > first.milliseconds
        else { return nil }
        return Double(frames.count - 1) * 1000 / (last.milliseconds - first.milliseconds)
    }

    /// The median and maximum latency in milliseconds.
    var latency: (median: Double, longest: Double)? {
        let sorted = frames.map(\.latency).sorted()
        guard let longest = sorted.last else { return nil }
        return (sorted[sorted.count / 2], longest)
    }
}
