import Emotions

/// Measures the stages of one image, one after the other.
struct StageWatch {
    private let clock = ContinuousClock()
    private let start: ContinuousClock.Instant
    private var last: ContinuousClock.Instant
    private var times = StageMilliseconds()

    init() {
        start = clock.now
        last = start
    }

    /// Adds the time since the last lap to a stage.
    mutating func lap(_ stage: WritableKeyPath<StageMilliseconds, Double>) {
        let now = clock.now
        times[keyPath: stage] += Self.milliseconds(last.duration(to: now))
        last = now
    }

    /// Adds the time since the last lap to the movements.
    mutating func lapMovements() {
        let now = clock.now
        times.movements = (times.movements ?? 0) + Self.milliseconds(last.duration(to: now))
        last = now
    }

    /// Adds the stages that another watch has measured.
    mutating func add(_ other: StageWatch) {
        let stages: [WritableKeyPath<StageMilliseconds, Double>] = [
            \.decode, \.detect, \.rectangle, \.landmarks, \.features, \.classify,
        ]
        for stage in stages { times[keyPath: stage] += other.times[keyPath: stage] }
        if let more = other.times.movements { times.movements = (times.movements ?? 0) + more }
        last = clock.now
    }

    /// The stage times, with the total since the start.
    func finished() -> StageMilliseconds {
        var times = times
        times.total = Self.milliseconds(start.duration(to: clock.now))
        return times
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
