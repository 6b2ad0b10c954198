package import FacialFunWire

/// Report of one frame of a video.
package struct FrameReport: Sendable {
    /// The faces.
    ///
    /// A search orders them largest first; tracking keeps this order.
    package let faces: [FaceReport]
    /// A number for each of ``faces`` that stays the same while the face is surely the same.
    package let ids: [Int]
    /// Whether the picture was searched, and why.
    package let origin: FaceTracker.Origin
    /// Time of each stage; `detect` includes searching and tracking.
    package let milliseconds: StageMilliseconds
}
