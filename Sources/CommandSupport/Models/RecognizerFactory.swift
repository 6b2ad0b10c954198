package import FacialFun
import FacialFunWire

/// Makes the recognizer that the options ask for.
package enum RecognizerFactory {
    /// Loads the estimator of movements.
    ///
    /// - Throws: ``CommandError`` when a model of movements is missing or damaged.
    package static func movementEstimator(
        of recognizer: EmotionRecognizer
    ) throws(CommandError) -> MovementEstimator {
        do throws(RecognizerError) {
            return try recognizer.movementEstimator()
        } catch {
            throw CommandError(
                code: .unfit, message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// Loads the recognizer.
    ///
    /// - Parameters:
    ///   - model: A folder of models that a person named.
    ///   - limits: What an image may cost.
    /// - Returns: The pipeline, which any number of threads may share.
    /// - Throws: ``CommandError`` when a model is missing or damaged.
    package static func recognizer(
        model: String?, limits: DecodeLimits
    ) throws(CommandError) -> EmotionRecognizer {
        do throws(RecognizerError) {
            let directory = try ModelDirectory.locate(
                option: model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
            return try EmotionRecognizer(models: directory, limits: limits)
        } catch {
            throw CommandError(
                code: .unfit, message: sentence(error.message) + " `facialfun doctor` says more.")
        }
    }

    /// A message that another sentence may follow: one without a full stop gets it.
    package static func sentence(_ message: String) -> String {
        guard let last = message.last, !".!?".contains(last) else { return message }
        return message + "."
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
