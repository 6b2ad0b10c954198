public import Emotions
import FaceGeometry
public import FaceImaging

/// What came out of one image: the report and, when they were asked for, the pictures.
public struct Recognition: Sendable {
    /// The report.
    public let report: ImageReport
    /// The upright picture as it was decoded for the search, with the way to full size.
    public let picture: DecodedImage?
    /// The picture from which the rectangles are cut.
    private let source: DecodedImage?

    init(report: ImageReport, picture: DecodedImage?, source: DecodedImage?) {
        self.report = report
        self.picture = picture
        self.source = source
    }

    /// The 600×600 rectangle of a face, cut anew: the very pixels that were scored.
    ///
    /// - Parameter index: The face's place in the report.
    /// - Returns: The rectangle, or nil when the pictures were not asked for.
    public func rectangle(ofFace index: Int) -> FaceRectangle? {
        source.map { source in
            FaceRectangle(place: report.faces[index].rectangle.toImage, from: source)
        }
    }
}

extension FaceRectangle {
    /// Cuts a rectangle from a picture that may be a reduced part of the image.
    ///
    /// - Parameters:
    ///   - place: The map from the rectangle's pixels to the full-size image's.
    ///   - source: The picture.
    init(place: SimilarityTransform, from source: DecodedImage) {
        self.init(of: source.image, toImage: place.followed(by: source.toFull.inverse))
    }
}
