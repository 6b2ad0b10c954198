import Glibc

/// The clock of the drivers' timestamps (CLOCK_MONOTONIC), in nanoseconds since the machine started.
package enum MonotonicClock {
    /// Now.
    package static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The current time in milliseconds.
    package static var milliseconds: Double { Double(nanoseconds) / 1e6 }
}

extension Duration {
    /// The duration in milliseconds.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    }
}
