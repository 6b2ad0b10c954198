package import FacialFunWire

/// What is said of one frame of a video.
package struct FrameReport: Sendable {
    /// The faces; after a search from the largest box to the smallest, and in that order as long as
    /// they are followed.
    package let faces: [FaceReport]
    /// For each of ``faces`` a number that stays the same while the face is surely the same.
    package let ids: [Int]
    /// Whether the picture was searched, and why.
    package let origin: FaceTracker.Origin
    /// How long each stage took; `detect` is searching or following.
    package let milliseconds: StageMilliseconds
}
