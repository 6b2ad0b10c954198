import CFacialFun

/// The processors that this process may use.
package enum AvailableProcessors {
    /// Number of processors that the scheduler allows (which respects limits of containers and
    /// `taskset`), at least 1.
    package static let count = Int(facialfun_available_processors())
}
