import Emotions
import FaceImaging

/// The pipeline that serves, as an evaluation asks it.
struct FaceJudge: Judging {
    let model: ModelSummary

    /// Loads the models.
    ///
    /// - Throws: ``NotFit`` when a model is missing or damaged.
    init(options: EvaluateOptions, model: String?) throws(NotFit) {
        throw NotFit(message: "this build has no recogniser yet")
    }

    func answer(_ bytes: [UInt8]) throws(ImageError) -> Answer {
        Answer(faces: 0, scores: nil, wholeCropScores: nil)
    }

    func view(_ bytes: [UInt8]) throws(ImageError) -> Image {
        Image(width: 1, height: 1) { $0.update(repeating: 0) }
    }
}
