package import Evaluation
package import FacialFunWire

/// A labeled picture with its result.
package struct EvaluatedImage: Sendable {
    /// The picture.
    package let picture: LabeledImage
    /// The result of the pipeline, or the reason why the picture could not be read.
    package let answer: Result<Answer, CommandError>

    /// The picture with the scores of another operating point, and without withheld emotions.
    package func at(_ point: OperatingPoint, without withheld: [Emotion]) -> EvaluatedImage {
        EvaluatedImage(
            picture: picture, answer: answer.map { $0.at(point, without: withheld) })
    }

    /// Reason why the picture could not be read; nil if it could.
    package var unreadable: CommandError? {
        if case .failure(let reason) = answer { reason } else { nil }
    }

    /// Judgment with rejected faces counted as refused.
    package var judgement: Judgement {
        guard refusal == nil else { return Judgement(truth: picture.truth, outcome: .refused) }
        return ungatedJudgement
    }

    /// Judgment that ignores rejections: every found face is judged.
    package var ungatedJudgement: Judgement {
        let outcome: Judgement.Outcome =
            switch answer {
            case .failure: .unreadable
            case .success(let answer): answer.scores.map { .judged($0) } ?? .notDetected
            }
        return Judgement(truth: picture.truth, outcome: outcome)
    }

    /// The scores at the operating point `prompted`; nil if there are none.
    package var promptedScores: EmotionScores? {
        if case .success(let answer) = answer { answer.promptedScores } else { nil }
    }

    /// Reason why the pipeline rejected the found face; nil if there is no face or it was judged.
    package var refusal: CannotJudgeReason? {
        if case .success(let answer) = answer { answer.refusal } else { nil }
    }

    /// Judgment that ignores rejections: every found face is judged, and a crop without a found
    /// face is scored as a whole.
    package var wholeCropJudgement: Judgement {
        guard case .success(let answer) = answer, answer.scores == nil,
            let scores = answer.wholeCropScores
        else { return ungatedJudgement }
        return Judgement(truth: picture.truth, outcome: .judged(scores))
    }

    /// Whether more than one face was found, so that the largest was judged.
    package var hasSeveralFaces: Bool {
        if case .success(let answer) = answer { answer.faces > 1 } else { false }
    }
}
