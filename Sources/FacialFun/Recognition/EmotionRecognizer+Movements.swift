import NeuralNetwork
import Synchronization

/// The networks of movements, which most who recognize never ask for.
final class MovementSource: Sendable {
    private let models: ModelDirectory
    private let cache: WorkspaceCache
    private let loaded = Mutex<MovementEstimator?>(nil)

    init(models: ModelDirectory, cache: WorkspaceCache) {
        (self.models, self.cache) = (models, cache)
    }

    /// The loaded estimator, if any.
    var current: MovementEstimator? { loaded.withLock { $0 } }

    /// Loads the networks where they are not there yet.
    func estimator() throws(RecognizerError) -> MovementEstimator {
        try loaded.withLock { loaded throws(RecognizerError) in
            if let loaded { return loaded }
            do throws(NetworkError) {
                let made = try MovementEstimator(
                    meshDirectory: models.faceMesh478, movementsDirectory: models.faceMovements,
                    cache: cache)
                loaded = made
                return made
            } catch {
                throw RecognizerError(code: .modelUnreadable, message: error.message, cause: error)
            }
        }
    }
}

extension EmotionRecognizer {
    /// Estimator of movements, for ``RecognitionOptions/movements`` and for frames.
    ///
    /// The networks are loaded on first use and stay in memory: 6 MB.
    ///
    /// - Throws: `modelUnreadable` when they cannot be loaded.
    package func movementEstimator() throws(RecognizerError) -> MovementEstimator {
        try movementSource.estimator()
    }
}
