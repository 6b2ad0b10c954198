package import EmotionRecognition
package import Emotions
package import FaceAnalysis
package import FaceImaging

/// Makes the recognizer that the options ask for.
package enum RecognizerFactory {
    /// What measures movements.
    ///
    /// - Throws: ``SetupError`` when a model of movements is missing or damaged.
    package static func movementEstimator(
        of recognizer: EmotionRecognizer
    ) throws(SetupError) -> MovementEstimator {
        do throws(RecognizerError) {
            return try recognizer.movementEstimator()
        } catch {
            throw SetupError(message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// Loads the recognizer.
    ///
    /// - Parameters:
    ///   - model: A folder of models that a person named.
    ///   - limits: What an image may cost.
    /// - Returns: The pipeline, which any number of threads may share.
    /// - Throws: ``SetupError`` when a model is missing or damaged.
    package static func recognizer(
        model: String?, limits: DecodeLimits
    ) throws(SetupError) -> EmotionRecognizer {
        do throws(RecognizerError) {
            let directory = try ModelDirectory.locate(
                option: model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
            return try EmotionRecognizer(models: directory, limits: limits)
        } catch {
            throw SetupError(message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// A message that another sentence may follow: one without a full stop gets it.
    package static func sentence(_ message: String) -> String {
        guard let last = message.last, !".!?".contains(last) else { return message }
        return message + "."
    }

    /// What the records say of a refused image: the code in the spelling of the wire, and, where the
    /// command has it, the flag that changes a limit.
    package static func reason(
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
    package static func snakeCase(_ name: String) -> String {
        name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }
}

extension SearchEffort {
    /// The budget of the search.
    package var budget: SearchBudget {
        switch self {
        case .live: .live
        case .service: .service
        case .thorough: .commandLine
        }
    }
}
