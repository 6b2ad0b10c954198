public import Emotions

/// What became of one labelled face: the truth beside what the pipeline said.
public struct Judgement: Hashable, Sendable {
    /// What the pipeline said of a face.
    public enum Outcome: Hashable, Sendable {
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
    public var truth: Emotion
    /// What the pipeline said.
    public var outcome: Outcome

    /// Makes the judgement of one face.
    public init(truth: Emotion, outcome: Outcome) {
        self.truth = truth
        self.outcome = outcome
    }

    /// The scores, or nil when there are none: such a face counts as wrong.
    public var scores: EmotionScores? {
        if case .judged(let scores) = outcome { scores } else { nil }
    }
}
