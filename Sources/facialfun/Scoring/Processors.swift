import FoundationEssentials

/// The processors that this process may use.
enum Processors {
    /// How many: those that the scheduler lets the process run on (so that a container's or
    /// `taskset`'s limit is respected), at least 1.
    static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
