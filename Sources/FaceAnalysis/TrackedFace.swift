/// A face that is followed from frame to frame.
public struct TrackedFace: Hashable, Sendable {
    /// The same from frame to frame as long as the face is surely the same; never used again.
    public internal(set) var id: Int
    /// The face, in pixels of the frame.
    public internal(set) var face: Face
    /// What its box shows.
    var template: FaceTemplate
}
