package import FacialFunWire

/// Report of one frame of a video.
package struct FrameReport: Sendable {
    /// The faces; largest first after a search, and in that order while they are tracked.
    package let faces: [FaceReport]
    /// A number for each of ``faces`` that stays the same while the face is surely the same.
    package let ids: [Int]
    /// Whether the picture was searched, and why.
    package let origin: FaceTracker.Origin
    /// Time of each stage; `detect` includes searching and tracking.
    package let milliseconds: StageMilliseconds
}
