/// Mutable state for reading one face, reused for the next.
final class FaceWorkspace {
    /// The contents of the face's rectangle.
    var alignedCrop = ReusableImage()
    /// The reduced contents of the rectangle.
    var small = ReusableImage()
    /// The face's points.
    var mesh = FaceMesh()
    /// Output of the emotion network.
    var embedding: [Float] = []
}
