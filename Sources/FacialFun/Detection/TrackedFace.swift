/// A face that is followed from frame to frame.
package struct TrackedFace: Hashable, Sendable {
    /// The same from frame to frame as long as the face is surely the same; never used again.
    package internal(set) var id: Int
    /// The face, in pixels of the frame.
    package internal(set) var face: Face
    /// Thumbnail of the face's box.
    var template: FaceTemplate
}
