/// Limits of time and distance for tracking faces before the whole picture is searched again.
package struct TrackingLimits: Hashable, Sendable {
    /// The picture is searched at least once in so many frames; 1 searches every frame.
    package var frames = 15
    /// The picture is searched when so much time has passed since the last search.
    package var milliseconds = 500.0
    /// A face whose points have moved further than this from one frame to the next, in widths of its
    /// box and on average, is in doubt.
    package var maxShift = 0.35
    /// A face that has grown or shrunk by more than this factor from one frame to the next is in
    /// doubt.
    package var maxGrowth = 1.3
    /// A face whose signature correlates less than this with that of the frame before is in doubt.
    package var minLikeness = 0.9

    /// Makes the limits that a camera's 30 frames a second need.
    package init() {}
}
