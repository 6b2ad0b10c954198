import EmotionRecognition
import Emotions
import FaceAnalysis
import FaceImaging

/// Scores pictures for the routes.
struct PictureScoring: Sendable {
    /// The pipeline.
    let recognizer: EmotionRecognizer

    /// The report of a picture.
    ///
    /// - Parameters:
    ///   - picture: The file's bytes.
    ///   - keepsPictures: Whether rectangles will be cut.
    ///   - stop: Whether to give up.
    /// - Returns: The report and, where they are kept, the pictures.
    /// - Throws: What the decoder refuses; `deadline_exceeded` where it was given up.
    func recognize(
        _ picture: [UInt8], keepsPictures: Bool = false, stop: StopCheck
    ) throws(Problem) -> Recognition {
        do throws(ImageError) {
            return try recognizer.recognize(
                picture, path: "-",
                options: RecognitionOptions(
                    budget: .service, keepsPictures: keepsPictures, stop: stop))
        } catch {
            throw Problem(error)
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
