/// Frame counts of a stream since it was opened.
package struct CaptureCounters: Hashable, Sendable {
    /// Frames that came whole.
    package var frames = 0
    /// Frames that the driver had no buffer for, or lost on the way: gaps in its numbers.
    package var lost = 0
    /// Frames that came damaged and were left out.
    package var damaged = 0
    /// Frames that a newer one replaced before anybody took them.
    package var replaced = 0
    /// Number of disconnections.
    package var interruptions = 0

    /// Makes counters at 0.
    package init() {}
}
