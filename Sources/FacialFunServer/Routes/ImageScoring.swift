import FacialFun
import FacialFunWire

/// Scores pictures for the routes.
struct ImageScoring: Sendable {
    /// The pipeline.
    let recognizer: EmotionRecognizer

    /// The report of a picture.
    ///
    /// - Parameters:
    ///   - picture: The file's bytes.
    ///   - rectangle: Index of the face whose rectangle will be cut; nil for none.
    ///   - movements: Whether to measure movements.
    ///   - landmarks: Whether to find 478 points and the gaze.
    ///   - limits: Resource limits of the picture; nil for those of the recognizer.
    ///   - stop: Cancellation check.
    /// - Returns: The report and, if they are kept, the pictures.
    /// - Throws: Errors of the decoder; `deadline_exceeded` if canceled; `no_movements` if the
    ///   movement networks cannot be loaded.
    func recognize(
        _ picture: [UInt8], rectangle: Int? = nil, movements: Bool = false,
        landmarks: Bool = false, limits: DecodeLimits? = nil, stop: CancellationCheck
    ) throws(Problem) -> Recognition {
        let estimator = movements || landmarks ? try movementEstimator() : nil
        do throws(FacialFunError) {
            return try recognizer.recognize(
                picture, path: "-",
                options: RecognitionOptions(
                    budget: .service, keepsPictures: rectangle != nil, onlyFace: rectangle,
                    movements: movements ? estimator : nil,
                    landmarks: landmarks ? estimator : nil, limits: limits, stop: stop))
        } catch {
            throw Problem(error)
        }
    }

    /// Estimator of movements; its networks are loaded on first use.
    ///
    /// - Throws: `no_movements` if they cannot be loaded.
    func movementEstimator() throws(Problem) -> MovementEstimator {
        do throws(FacialFunError) {
            return try recognizer.movementEstimator()
        } catch {
            throw Problem.noMovements(error)
        }
    }
}

extension ImageReport {
    /// The result for the metrics.
    var outcome: String {
        switch faces.count {
        case 0: "no_face"
        case 1: "one_face"
        default: "several_faces"
        }
    }
}

extension StageMilliseconds {
    /// The stages by name, in order.
    var stages: [(name: String, milliseconds: Double)] {
        [
            ("decode", decode), ("detect", detect), ("rectangle", rectangle),
            ("landmarks", landmarks), ("features", features), ("classify", classify),
        ]
    }
}
