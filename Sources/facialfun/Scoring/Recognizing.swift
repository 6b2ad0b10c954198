import EmotionRecognition
import Emotions
import FaceAnalysis
import FaceImaging

/// Makes the recogniser that the options ask for.
enum Recognizing {
    /// Loads the models.
    ///
    /// - Parameters:
    ///   - options: Limits, and how hard to search.
    ///   - model: A folder of models that a person named.
    /// - Returns: The pipeline.
    /// - Throws: ``NotFit`` when a model is missing or damaged.
    static func load(options: ScoreOptions, model: String?) throws(NotFit) -> EmotionRecognizer {
        try recognizer(model: model, limits: limits(of: options))
    }

    /// What scores one image, on any thread.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - options: How hard to search, and what pictures are wanted.
    ///   - faceWorkers: How many threads share the faces of one image.
    /// - Returns: From an input to what was recognised in it.
    /// - Throws: ``NotFit`` when movements are wanted and a model of them is missing or damaged.
    static func scoring(
        by recognizer: EmotionRecognizer, options: ScoreOptions, faceWorkers: Int
    ) throws(NotFit) -> PictureRecognizer {
        PictureRecognizer(
            recognizer: recognizer,
            reader: InputReader(maxBytes: options.maxFileSize.bytes, flag: "--max-file-size"),
            options: RecognitionOptions(
                budget: options.search.budget, smallestFace: options.minFaceSize,
                keepsPictures: options.annotate != nil || options.rectangles != nil,
                faceWorkers: faceWorkers,
                movements: options.movements ? try movementEstimator(of: recognizer) : nil),
            namesFlags: true)
    }

    /// What measures movements.
    ///
    /// - Throws: ``NotFit`` when a model of movements is missing or damaged.
    static func movementEstimator(
        of recognizer: EmotionRecognizer
    ) throws(NotFit) -> MovementEstimator {
        do throws(RecognizerError) {
            return try recognizer.movementEstimator()
        } catch {
            throw NotFit(message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// Loads the recogniser.
    ///
    /// - Parameters:
    ///   - model: A folder of models that a person named.
    ///   - limits: What an image may cost.
    /// - Returns: The pipeline, which any number of threads may share.
    /// - Throws: ``NotFit`` when a model is missing or damaged.
    static func recognizer(
        model: String?, limits: DecodeLimits
    ) throws(NotFit) -> EmotionRecognizer {
        do throws(RecognizerError) {
            let directory = try ModelDirectory.locate(
                option: model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
            return try EmotionRecognizer(models: directory, limits: limits)
        } catch {
            throw NotFit(message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// A message that another sentence may follow: one without a full stop gets it.
    static func sentence(_ message: String) -> String {
        guard let last = message.last, !".!?".contains(last) else { return message }
        return message + "."
    }

    private static func limits(of options: ScoreOptions) -> DecodeLimits {
        var limits = DecodeLimits.commandLine
        limits.maxFileBytes = options.maxFileSize.bytes
        limits.maxPixels = options.maxPixels.pixels
        return limits
    }

    /// What the records say of a refused image: the code in the spelling of the wire, and, where the
    /// command has it, the flag that changes a limit.
    static func reason(
        of error: ImageError, namesFlags: Bool = false
    ) -> FailureReport.Reason {
        let remedy =
            switch error.code {
            case .tooManyBytes where namesFlags: " (--max-file-size)"
            case .tooManyPixels where namesFlags: " (--max-pixels)"
            default: ""
            }
        return FailureReport.Reason(
            code: snakeCase(error.code.rawValue), message: error.description + remedy)
    }

    /// `tooManyPixels` as `too_many_pixels`.
    static func snakeCase(_ name: String) -> String {
        name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

extension SearchEffort {
    /// The budget of the search.
    var budget: SearchBudget {
        switch self {
        case .live: .live
        case .service: .service
        case .thorough: .commandLine
        }
    }
}
