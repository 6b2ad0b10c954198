package import FacialFun
import FacialFunWire

/// Loads the recognizer according to the options.
package enum RecognizerFactory {
    /// Loads the estimator of movements.
    ///
    /// - Throws: ``CommandError`` if a network for movements is missing or damaged.
    package static func movementEstimator(
        of recognizer: EmotionRecognizer
    ) throws(CommandError) -> MovementEstimator {
        do throws(FacialFunError) {
            return try recognizer.movementEstimator()
        } catch {
            throw CommandError(
                code: .unfit,
                message: sentence(error.message) + " Run `facialfun doctor` for details.")
        }
    }

    /// Loads the recognizer.
    ///
    /// - Parameters:
    ///   - model: The user's folder of models.
    ///   - limits: Resource limits for an image.
    /// - Returns: The pipeline, which any number of threads may share.
    /// - Throws: ``CommandError`` if a model is missing or damaged.
    package static func recognizer(
        model: String?, limits: DecodeLimits
    ) throws(CommandError) -> EmotionRecognizer {
        do throws(FacialFunError) {
            let directory = try ModelDirectory.locate(
                option: model, environment: Environment.ofProcess(),
                executablePath: Executable.path)
            return try EmotionRecognizer(models: directory, limits: limits)
        } catch {
            throw CommandError(
                code: .unfit,
                message: sentence(error.message) + " Run `facialfun doctor` for details.")
        }
    }

    /// A message to which another sentence may be appended: adds a missing full stop.
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
