import Emotions
import FaceImaging

/// What the recogniser found in one image.
struct RecognizedImage: Sendable {
    /// The report.
    let report: ImageReport
    /// The upright picture, where one is to be annotated.
    let picture: DecodedImage?
    /// Cuts the rectangle of the face at a place in the report; nil where none is to be written.
    let rectangle: @Sendable (Int) -> FaceRectangle?
}
