public import FacialFunWire

/// Chooses the questions of a round.
///
/// - New questions of an emotion come before repeated ones.
/// - Weak skills come more often, skills due for review immediately, mastered skills occasionally.
/// - Neither a person nor an emotion comes twice in a row if that can be avoided; the first
///   question also differs from the previous one.
/// - Probes are reserved until their emotion is mastered at the level; then each round has one.
/// - At levels 2 and higher, similar emotions become answers to each other once both are mostly read right
///   (``SimilarEmotions``); until both are mastered, a comparison precedes the first such question.
/// - After two mistakes a tip is offered and there are fewer answers (``Help``).
/// - The last question is one that the player can answer, as far as the others permit.
///
/// The same history and seed give the same plan.
public struct RoundPlanner: Sendable {
    /// The number of questions in a round, if there are enough.
    public static let length = 8

    /// Emotions that a parent excluded from questions and answers (``EmotionExclusion``).
    public var excluded: Set<Emotion>
    /// Maximum number of questions of lower levels in a round, when they are due for review.
    public var reviewsOfLowerLevels: Int

    /// Makes a planner.
    public init(excluded: Set<Emotion> = [], reviewsOfLowerLevels: Int = 2) {
        self.excluded = excluded
        self.reviewsOfLowerLevels = reviewsOfLowerLevels
    }

    /// Chooses and orders a round's questions.
    ///
    /// - Parameters:
    ///   - level: The level to play: its questions and a few due ones of lower levels; for the
    ///     Question Bank, all of `bank`.
    ///   - bank: The available questions.
    ///   - history: The player's history.
    ///   - length: The number of questions, 1…12; fewer if there are fewer.
    ///   - seed: Decides where the rules leave a choice.
    /// - Returns: The plan; empty if there is nothing to ask.
    public func plan(
        level: PlayedLevel, bank: [Question], history: PlayHistory, length: Int = Self.length,
        seed: UInt64
    ) -> RoundPlan {
        let length = min(max(1, length), RoundArrangement.most)
        var generator = SeededGenerator(seed: seed)
        let pool = QuestionPool(
            level: level, bank: allowed(bank), history: history,
            lowerLevels: reviewsOfLowerLevels)
        let last = history.last.map {
            RoundArrangement.Entry(emotion: $0.emotion.index, person: $0.person, ease: 0)
        }
        var best: (questions: [Question], repetitions: Int)?
        // One draw is nearly always enough; a small bank may need another for an order without
        // repetitions.
        for _ in 0..<8 where best?.repetitions != 0 {
            let drawn = pool.draw(length, by: &generator)
            let entries = drawn.map(pool.entry)
            let order = RoundArrangement.order(of: entries, after: last)
            let repetitions = RoundArrangement.repetitions(
                in: order.map { entries[$0] }, after: last)
            if repetitions < best?.repetitions ?? .max {
                best = (order.map { drawn[$0] }, repetitions)
            }
        }
        return offer(best?.questions ?? [], in: pool, history: history, by: &generator)
    }

    /// Chooses a closing question for a sitting: the one that the player most likely knows.
    ///
    /// - Returns: A plan of one question, or of none if there is none to ask.
    public func planClosing(
        level: PlayedLevel, bank: [Question], history: PlayHistory, seed: UInt64
    ) -> RoundPlan {
        var generator = SeededGenerator(seed: seed)
        let pool = QuestionPool(
            level: level, bank: allowed(bank), history: history,
            lowerLevels: reviewsOfLowerLevels)
        let others = pool.questions.filter { $0.emotion != history.last?.emotion }
        let best = generator.shuffled(others.isEmpty ? pool.questions : others)
            .max { pool.entry($0).ease < pool.entry($1).ease }
        return offer([best].compactMap(\.self), in: pool, history: history, by: &generator)
    }

    /// The plan of questions with the offered answers.
    private func offer(
        _ questions: [Question], in pool: QuestionPool, history: PlayHistory,
        by generator: inout SeededGenerator
    ) -> RoundPlan {
        var plan = RoundPlan(questions: [])
        for var question in questions {
            let record = pool.record(of: question)
            // A probe tests the player's skill without help.
            let degree = question.probe ? .none : record?.help.degree ?? .none
            if degree >= .tip { plan.tipped.insert(question.id) }
            if degree == .fewerAnswers,
                dropMostConfused(
                    from: &question, confusions: record?.confusions ?? [:], by: &generator)
            {
                plan.helped.insert(question.id)
            } else if degree < .fewerAnswers,
                let similar = addSimilar(to: &question, history: history, by: &generator),
                plan.contrasts.isEmpty,
                ![question.emotion, similar].allSatisfy({
                    history.mastery(of: Skill($0, at: .standard(question.level))).isMastered
                })
            {
                plan.contrasts[question.id] = similar
            }
            plan.questions.append(question)
        }
        return plan
    }

    /// The questions without excluded emotions.
    private func allowed(_ bank: [Question]) -> [Question] {
        guard !excluded.isEmpty else { return bank }
        let exclusion = EmotionExclusion(excluded, bank: bank)
        return bank.compactMap { exclusion($0) }
    }

    /// Replaces a dissimilar wrong answer by an emotion similar to the right one, once both are
    /// introduced.
    ///
    /// - Returns: The similar emotion that the question now offers; nil if it offers none.
    private func addSimilar(
        to question: inout Question, history: PlayHistory,
        by generator: inout SeededGenerator
    ) -> Emotion? {
        guard SimilarEmotions.allowsSimilarAnswers(in: question) else { return nil }
        let level = question.level
        let emotion = question.emotion
        let introduced = SimilarEmotions.neighbours(of: emotion).filter { other in
            !excluded.contains(other) && !question.isPlausible(other)
                && SimilarEmotions.areIntroduced(emotion, other, level: level, history: history)
        }
        let offered = Set(question.answers.compactMap(\.emotion))
        guard let similar = introduced.first(where: { !offered.contains($0) }) else {
            return introduced.first
        }
        let right = question.right
        let dissimilar = question.answers.filter { answer in
            answer.id != right
                && answer.emotion.map { !SimilarEmotions.contains($0, emotion) } ?? false
        }
        let confusions =
            history.skills[Skill(emotion, at: .standard(level))]?.confusions ?? [:]
        func confused(_ answer: Question.Answer) -> Int {
            answer.emotion.flatMap { confusions[$0] } ?? 0
        }
        guard
            let replaced = generator.shuffled(dissimilar).min(by: { confused($0) < confused($1) }),
            let index = question.answers.firstIndex(of: replaced)
        else { return nil }
        question.answers[index] = Question.Answer(id: similar.rawValue, emotion: similar)
        return similar
    }

    /// Removes the wrong answers that the player most often mistakes for the right one.
    private func dropMostConfused(
        from question: inout Question, confusions: [Emotion: Int],
        by generator: inout SeededGenerator
    ) -> Bool {
        let surplus = question.answers.count - Help.answersKept(of: question.answers.count)
        guard surplus > 0 else { return false }
        let wrong = generator.shuffled(question.answers.filter { $0.id != question.right })
        func confused(_ answer: Question.Answer) -> Int {
            answer.emotion.flatMap { confusions[$0] } ?? 0
        }
        let dropped = Set(
            wrong.sorted { confused($0) > confused($1) }.prefix(surplus).map(\.id))
        question.answers.removeAll { dropped.contains($0.id) }
        return true
    }
}
