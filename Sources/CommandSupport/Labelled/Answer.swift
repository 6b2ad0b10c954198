package import FacialFun
package import FacialFunWire

/// Result of the pipeline for one labeled picture.
package struct Answer: Sendable {
    /// Number of faces found.
    package var faces: Int
    /// The scores of the largest face; nil when there is none.
    package var scores: EmotionScores?
    /// The scores at the operating point `prompted`; nil if the network has none.
    package var promptedScores: EmotionScores?
    /// Reason why the pipeline rejected the face; nil if it did not.
    package var refusal: CannotJudgeReason?
    /// For a face crop in which no face was found: the scores of the whole crop.
    package var wholeCropScores: EmotionScores?
    /// The scores of the whole crop at the operating point `prompted`.
    package var wholeCropPromptedScores: EmotionScores?

    /// The result with the scores of another operating point, and without withheld emotions.
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

/// The pipeline of an evaluation; any number of threads may use it at once.
package protocol EvaluationPipeline: Sendable {
    /// The model that gives the scores.
    var model: ModelSummary { get }

    /// Finds and scores the faces of a picture.
    ///
    /// - Throws: Errors of the decoder.
    func answer(_ bytes: [UInt8]) throws(FacialFunError) -> Answer

    /// Picture to show: the rectangle of the largest face, or the whole picture if there is none.
    ///
    /// - Throws: Errors of the decoder.
    func view(_ bytes: [UInt8]) throws(FacialFunError) -> Image
}
