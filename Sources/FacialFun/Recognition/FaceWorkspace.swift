/// What changes while one face is read; kept from face to face.
final class FaceWorkspace {
    /// The memory of what the face's rectangle shows.
    var alignedCrop = ReusableImage()
    /// The memory of the same, reduced.
    var small = ReusableImage()
    /// The face's points.
    var mesh = FaceMesh()
    /// What the emotion network says.
    var embedding: [Float] = []
}
