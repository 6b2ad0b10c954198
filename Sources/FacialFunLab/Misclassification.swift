import CommandSupport
import Evaluation
import FacialFunWire

/// A face with a wrong prediction.
struct Misclassification: Sendable {
    /// The picture.
    let picture: LabeledImage
    /// The emotion with the highest score.
    let called: Emotion
    /// Its score.
    let score: Float
    /// Score of the label's emotion.
    let scoreOfTruth: Float

    /// The errors, sorted by the difference between the highest score and that of the label,
    /// largest first.
    ///
    /// Ties keep the order of the pictures.
    static func worst(_ count: Int, of judged: [EvaluatedImage]) -> [Misclassification] {
        let mistakes = judged.compactMap { judged -> Misclassification? in
            guard let scores = judged.judgement.scores, scores.top != judged.picture.truth else {
                return nil
            }
            return Misclassification(
                picture: judged.picture, called: scores.top, score: scores[scores.top],
                scoreOfTruth: scores[judged.picture.truth])
        }
        let order = mistakes.indices.sorted { left, right in
            (mistakes[right].margin, left) < (mistakes[left].margin, right)
        }
        return order.prefix(count).map { mistakes[$0] }
    }

    private var margin: Float { score - scoreOfTruth }
}
