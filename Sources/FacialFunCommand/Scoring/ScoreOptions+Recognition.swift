import CommandSupport
import FacialFun

extension ScoreOptions {
    /// Resource limits of an image.
    var limits: DecodeLimits {
        var limits = DecodeLimits.commandLine
        limits.maxFileBytes = maxFileSize.bytes
        limits.maxPixels = maxPixels.pixels
        return limits
    }

    /// The recognizer of images, for any thread.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - workers: Number of threads that share the faces of one image.
    /// - Returns: The recognizer.
    /// - Throws: ``CommandError`` if movements are requested and one of their networks is missing
    ///   or damaged.
    func pictureRecognizer(
        _ recognizer: EmotionRecognizer, workers: Int
    ) throws(CommandError) -> PictureRecognizer {
        PictureRecognizer(
            recognizer: recognizer,
            reader: InputReader(maxBytes: maxFileSize.bytes, flag: "--max-file-size"),
            options: try recognitionOptions(
                recognizer, workers: workers, effort: .standard),
            namesFlags: true)
    }

    /// The scoring of films, with all threads on the faces of one frame.
    ///
    /// - Throws: Like ``pictureRecognizer(_:workers:)``.
    func filmScoring(
        _ recognizer: EmotionRecognizer, jobs: Int
    ) throws(CommandError) -> FilmScoring {
        FilmScoring(
            recognizer: recognizer,
            options: try recognitionOptions(
                recognizer, workers: jobs, effort: .service, keepsPictures: report != nil),
            framesPerSecond: fps, isStream: stream, limits: limits)
    }

    private func recognitionOptions(
        _ recognizer: EmotionRecognizer, workers: Int, effort: SearchEffort,
        keepsPictures: Bool = false
    ) throws(CommandError) -> RecognitionOptions {
        RecognitionOptions(
            budget: (search ?? effort).budget, smallestFace: minFaceSize,
            keepsPictures: keepsPictures || annotate != nil || rectangles != nil, workers: workers,
            movements: movements ? try RecognizerFactory.movementEstimator(of: recognizer) : nil,
            landmarks: landmarks ? try RecognizerFactory.movementEstimator(of: recognizer) : nil)
    }
}
