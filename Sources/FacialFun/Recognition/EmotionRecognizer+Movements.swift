import NeuralNetwork
import Synchronization

/// The networks for movements, loaded only when needed.
final class MovementSource: Sendable {
    private let models: ModelDirectory
    private let cache: WorkspaceCache
    private let loaded = Mutex<MovementEstimator?>(nil)

    init(models: ModelDirectory, cache: WorkspaceCache) {
        (self.models, self.cache) = (models, cache)
    }

    /// The loaded estimator, if any.
    var current: MovementEstimator? { loaded.withLock { $0 } }

    /// Loads the networks unless they are loaded.
    func estimator() throws(FacialFunError) -> MovementEstimator {
        try loaded.withLock { loaded throws(FacialFunError) in
            if let loaded { return loaded }
            do throws(NetworkError) {
                let made = try MovementEstimator(
                    meshDirectory: models.faceMesh478, movementsDirectory: models.faceMovements,
                    cache: cache)
                loaded = made
                return made
            } catch {
                throw FacialFunError(code: .modelUnreadable, message: error.message)
            }
        }
    }
}

extension EmotionRecognizer {
    /// Estimator of movements, for ``RecognitionOptions/movements`` and for frames.
    ///
    /// The networks are loaded on first use and stay in memory: 6 MB.
    ///
    /// - Throws: `modelUnreadable` if they cannot be loaded.
    package func movementEstimator() throws(FacialFunError) -> MovementEstimator {
        try movementSource.estimator()
    }
}
