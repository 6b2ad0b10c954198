/// What became of the frames of a stream since it was opened.
public struct CaptureCounters: Hashable, Sendable {
    /// Frames that came whole.
    public var frames = 0
    /// Frames that the driver had no buffer for, or lost on the way: gaps in its numbers.
    public var lost = 0
    /// Frames that came damaged and were left out.
    public var damaged = 0
    /// Frames that a newer one replaced before anybody took them.
    public var replaced = 0
    /// How often the camera went away.
    public var interruptions = 0

    /// Makes counters at 0.
    public init() {}
}
