/// Mutable state for reading one face, reused for the next.
final class FaceWorkspace {
    /// The memory of what the face's rectangle shows.
    var alignedCrop = ReusableImage()
    /// The memory of the same, reduced.
    var small = ReusableImage()
    /// The face's points.
    var mesh = FaceMesh()
    /// Output of the emotion network.
    var embedding: [Float] = []
}
