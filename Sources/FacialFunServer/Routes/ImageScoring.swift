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
    ///   - rectangle: The face whose rectangle will be cut, by its place in the report; nil: of none.
    ///   - movements: Whether the faces' movements are measured.
    ///   - landmarks: Whether the faces' 478 points and their gaze are.
    ///   - limits: What the picture may cost; nil is the recognizer's own limits.
    ///   - stop: Whether to give up.
    /// - Returns: The report and, where they are kept, the pictures.
    /// - Throws: What the decoder refuses; `deadline_exceeded` where it was given up; `no_movements`
    ///   where the networks of movements cannot be had.
    func recognize(
        _ picture: [UInt8], rectangle: Int? = nil, movements: Bool = false,
        landmarks: Bool = false, limits: DecodeLimits? = nil, stop: CancellationCheck
    ) throws(Problem) -> Recognition {
        let estimator = movements || landmarks ? try movementEstimator() : nil
        do throws(ImageError) {
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
    /// - Throws: `no_movements` where they cannot be had.
    func movementEstimator() throws(Problem) -> MovementEstimator {
        do throws(RecognizerError) {
            return try recognizer.movementEstimator()
        } catch {
            throw Problem.noMovements(error)
        }
    }
}

extension ImageReport {
    /// A word for the metrics.
    var outcome: String {
        switch faces.count {
        case 0: "no_face"
        case 1: "one_face"
        default: "several_faces"
        }
    }
}

extension StageMilliseconds {
    /// The stages by name, in their order.
    var stages: [(name: String, milliseconds: Double)] {
        [
            ("decode", decode), ("detect", detect), ("rectangle", rectangle),
            ("landmarks", landmarks), ("features", features), ("classify", classify),
        ]
    }
}
