import CFacialFun

/// The processors that this process may use.
package enum AvailableProcessors {
    /// How many: those that the scheduler lets the process run on (so that a container's or
    /// `taskset`'s limit is respected), at least 1.
    package static let count = Int(facialfun_available_processors())
}
