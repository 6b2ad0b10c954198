import Emotions
import FaceImaging

/// What the recogniser found in one image.
struct RecognizedImage: Sendable {
    /// The report.
    let report: ImageReport
    /// The upright picture, where one is to be annotated.
    let picture: DecodedImage?
    /// The rectangle of each face, where they are to be written.
    let rectangles: [FaceRectangle]
}
