import CommandSupport
import FacialFun

extension ScoreOptions {
    /// What an image may cost.
    var limits: DecodeLimits {
        var limits = DecodeLimits.commandLine
        limits.maxFileBytes = maxFileSize.bytes
        limits.maxPixels = maxPixels.pixels
        return limits
    }

    /// What scores one image, on any thread.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - workers: How many threads share the faces of one image.
    /// - Returns: From an input to what was recognized in it.
    /// - Throws: ``CommandError`` when movements are wanted and a model of them is missing or damaged.
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

    /// How films are scored: with all threads on the faces of one frame.
    ///
    /// - Throws: As ``pictureRecognizer(_:workers:)``.
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
