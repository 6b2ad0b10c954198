package import FacialFunWire

/// What became of one labelled face: the truth beside what the pipeline said.
package struct Judgement: Hashable, Sendable {
    /// What the pipeline said of a face.
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
    /// What the pipeline said.
    package var outcome: Outcome

    /// Makes the judgement of one face.
    package init(truth: Emotion, outcome: Outcome) {
        self.truth = truth
        self.outcome = outcome
    }

    /// The scores, or nil when there are none: such a face counts as wrong.
    package var scores: EmotionScores? {
        if case .judged(let scores) = outcome { scores } else { nil }
    }
}
