package import FacialFunWire

/// Report of one frame of a video.
package struct FrameReport: Sendable {
    /// The faces; after a search from the largest box to the smallest, and in that order as long as
    /// they are followed.
    package let faces: [FaceReport]
    /// For each of ``faces`` a number that stays the same while the face is surely the same.
    package let ids: [Int]
    /// Whether the picture was searched, and why.
    package let origin: FaceTracker.Origin
    /// Time of each stage; `detect` includes searching and tracking.
    package let milliseconds: StageMilliseconds
}
