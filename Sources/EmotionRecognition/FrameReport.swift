public import Emotions
public import FaceAnalysis

/// What is said of one frame of a video.
public struct FrameReport: Sendable {
    /// The faces; after a search from the largest box to the smallest, and in that order as long as
    /// they are followed.
    public let faces: [FaceReport]
    /// For each of ``faces`` a number that stays the same while the face is surely the same.
    public let ids: [Int]
    /// Whether the picture was searched, and why.
    public let origin: FaceTracker.Origin
    /// How long each stage took; `detect` is searching or following.
    public let milliseconds: StageMilliseconds
}
