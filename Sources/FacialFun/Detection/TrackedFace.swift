/// A face that is tracked from frame to frame.
package struct TrackedFace: Hashable, Sendable {
    /// Stays the same while the face is certainly the same; never reused.
    package internal(set) var id: Int
    /// The face, in pixels of the frame.
    package internal(set) var face: Face
    /// Thumbnail of the face's box.
    var template: FaceTemplate
}
