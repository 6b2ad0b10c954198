public import FacialFunWire
public import Foundation

/// The questions of a round, chosen and in order.
public struct RoundPlan: Hashable, Sendable {
    /// What is asked, in this order; with the answers that are offered.
    public internal(set) var questions: [Question]
    /// The questions whose answers were made fewer as a help.
    public internal(set) var helped: Set<Question.ID>
    /// The questions at which the tip is offered at once.
    public internal(set) var tipped: Set<Question.ID>
    /// The questions before which two similar emotions are compared: the one that the question adds
    /// to its answers, beside its own.
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
    /// Starts a round as it was planned; without questions it is over before it begins.
    ///
    /// The parameters are those of ``init(id:level:questions:seed:helped:tipped:contrasts:)``.
    public init(id: UUID, level: PlayedLevel, plan: RoundPlan, seed: UInt64) {
        self.init(
            id: id, level: level, questions: plan.questions, seed: seed, helped: plan.helped,
            tipped: plan.tipped, contrasts: plan.contrasts)
    }
}
