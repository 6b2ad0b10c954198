package import FacialFunWire

/// Label and outcome of one face.
package struct Judgement: Hashable, Sendable {
    /// Outcome of the pipeline for a face.
    package enum Outcome: Hashable, Sendable {
        /// The face was found and scored.
        case judged(EmotionScores)
        /// No face was found in the picture.
        case notDetected
        /// A face was found, but the pipeline would not judge it.
        case refused
        /// The picture could not be read.
        case unreadable
    }

    /// The label.
    package var truth: Emotion
    /// Outcome of the pipeline.
    package var outcome: Outcome

    /// Creates the judgment of one face.
    package init(truth: Emotion, outcome: Outcome) {
        self.truth = truth
        self.outcome = outcome
    }

    /// The scores; nil if there are none, in which case the face counts as wrong.
    package var scores: EmotionScores? {
        if case .judged(let scores) = outcome { scores } else { nil }
    }
}
