/// Limits of time and distance for tracking faces before the whole picture is searched again.
package struct TrackingLimits: Hashable, Sendable {
    /// Maximum number of frames between searches; 1 searches every frame.
    package var frames = 15
    /// Maximum time between searches.
    package var milliseconds = 500.0
    /// Maximum mean shift of a face's points between frames, in widths of its box, before the face
    /// is in doubt.
    package var maxShift = 0.35
    /// Maximum growth or shrinkage of a face between frames before it is in doubt.
    package var maxGrowth = 1.3
    /// Minimum correlation of a face's template with that of the previous frame before it is in
    /// doubt.
    package var minLikeness = 0.9

    /// Creates the default limits, for a camera with 30 frames per second.
    package init() {}
}
