public import FacialFunWire
public import Foundation

/// The chosen questions of a round, in order.
public struct RoundPlan: Hashable, Sendable {
    /// The questions with the offered answers, in order.
    public internal(set) var questions: [Question]
    /// The questions with fewer answers as a help.
    public internal(set) var helped: Set<Question.ID>
    /// The questions that offer the tip at once.
    public internal(set) var tipped: Set<Question.ID>
    /// The questions preceded by a comparison of two emotions, each with the similar emotion that
    /// was added to its answers.
    public internal(set) var contrasts: [Question.ID: Emotion]

    /// Makes a plan.
    public init(
        questions: [Question], helped: Set<Question.ID> = [], tipped: Set<Question.ID> = [],
        contrasts: [Question.ID: Emotion] = [:]
    ) {
        self.questions = questions
        self.helped = helped
        self.tipped = tipped
        self.contrasts = contrasts
    }
}

extension Round {
    /// Starts the planned round; without questions it is over at once.
    ///
    /// The parameters are those of ``init(id:level:questions:seed:helped:tipped:contrasts:)``.
    public init(id: UUID, level: PlayedLevel, plan: RoundPlan, seed: UInt64) {
        self.init(
            id: id, level: level, questions: plan.questions, seed: seed, helped: plan.helped,
            tipped: plan.tipped, contrasts: plan.contrasts)
    }
}
