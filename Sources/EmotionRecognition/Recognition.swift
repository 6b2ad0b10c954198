public import Emotions
public import FaceImaging

/// What came out of one image: the report and, when they were asked for, the pictures.
public struct Recognition: Sendable {
    /// The report.
    public let report: ImageReport
    /// The upright picture as it was decoded for the search, with the way to full size.
    public let picture: DecodedImage?
    /// The 600×600 rectangle of each face, in the order of the report's faces; empty unless asked
    /// for.
    public let rectangles: [FaceRectangle]
}
