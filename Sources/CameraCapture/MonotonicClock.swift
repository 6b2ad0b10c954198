import Glibc

/// The clock of the drivers' timestamps (CLOCK_MONOTONIC), in nanoseconds since the machine started.
public enum MonotonicClock {
    /// Now.
    public static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Now, in milliseconds.
    public static var milliseconds: Double { Double(nanoseconds) / 1e6 }
}
