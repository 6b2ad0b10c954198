package import FacialFun
package import FacialFunWire

/// Result of the pipeline for one labeled picture.
package struct Answer: Sendable {
    /// Number of faces found.
    package var faces: Int
    /// The scores of the largest face; nil when there is none.
    package var scores: EmotionScores?
    /// The same at the operating point `prompted`; nil also where the network has none.
    package var promptedScores: EmotionScores?
    /// Reason why the pipeline rejected the face; nil if it did not.
    package var refusal: CannotJudgeReason?
    /// For a face crop in which no face was found: the scores of the whole crop.
    package var wholeCropScores: EmotionScores?
    /// The same at the operating point `prompted`.
    package var wholeCropPromptedScores: EmotionScores?

    /// The answer with the scores of an operating point in the place of its scores, and some emotions
    /// not on offer.
    package func at(_ point: OperatingPoint, without withheld: [Emotion]) -> Answer {
        var answer = self
        if point == .prompted {
            (answer.scores, answer.wholeCropScores) = (promptedScores, wholeCropPromptedScores)
        }
        answer.scores = answer.scores?.without(withheld)
        answer.wholeCropScores = answer.wholeCropScores?.without(withheld)
        return answer
    }
}

/// The pipeline as an evaluation uses it: any number of threads may ask it at once.
package protocol EvaluationPipeline: Sendable {
    /// The model that gives the scores.
    var model: ModelSummary { get }

    /// Finds and scores the faces of a picture.
    ///
    /// - Throws: What the decoder refuses.
    func answer(_ bytes: [UInt8]) throws(ImageError) -> Answer

    /// Picture to show: the rectangle of the largest face, or the whole picture if there is none.
    ///
    /// - Throws: What the decoder refuses.
    func view(_ bytes: [UInt8]) throws(ImageError) -> Image
}
