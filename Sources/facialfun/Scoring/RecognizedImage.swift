import Emotions

/// What the recogniser found in one image.
struct RecognizedImage: Sendable {
    /// The report.
    let report: ImageReport
}
