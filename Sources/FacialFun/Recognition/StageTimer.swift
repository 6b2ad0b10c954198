import FacialFunWire

/// Measures the stages of one image, one after the other.
struct StageTimer {
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
        times[keyPath: stage] += last.duration(to: now).milliseconds
        last = now
    }

    /// Adds the time since the last lap to the movements.
    mutating func lapMovements() {
        let now = clock.now
        times.movements = (times.movements ?? 0) + last.duration(to: now).milliseconds
        last = now
    }

    /// Adds the stages of another timer.
    mutating func add(_ other: StageTimer) {
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
        times.total = start.duration(to: clock.now).milliseconds
        return times
    }
}
