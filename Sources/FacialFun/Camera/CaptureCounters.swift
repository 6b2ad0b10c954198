/// Frame counts of a stream since it was opened.
package struct CaptureCounters: Hashable, Sendable {
    /// Frames received completely.
    package var frames = 0
    /// Frames that the driver lost or had no buffer for: gaps in its sequence numbers.
    package var lost = 0
    /// Frames that were damaged and skipped.
    package var damaged = 0
    /// Frames replaced by a newer one before they were taken.
    package var replaced = 0
    /// Number of disconnections.
    package var interruptions = 0

    /// Makes counters at 0.
    package init() {}
}
