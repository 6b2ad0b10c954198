import FacialFunWire

/// The candidate questions for a round and their weights.
struct QuestionPool {
    /// Questions for training.
    let questions: [Question]
    /// Questions for the probe: only of mastered emotions.
    let probes: [Question]
    private let level: PlayedLevel
    private let history: PlayHistory
    private let lowerLevels: Int
    private let mastery: [Skill: Mastery]
    /// The number of times the player has seen each person that only probes show.
    private let timesSeen: [String: Int]

    init(
        level: PlayedLevel, bank: [Question], history: PlayHistory, lowerLevels: Int
    ) {
        self.level = level
        self.history = history
        self.lowerLevels = max(0, lowerLevels)
        var mastery: [Skill: Mastery] = [:]
        var known: Set<Question.ID> = []
        var questions: [Question] = []
        var probes: [Question] = []
        var timesSeen: [String: Int] = [:]
        for question in bank {
            if question.probe, let person = question.person {
                timesSeen[person, default: 0] += history.questions[question.id]?.asked ?? 0
            }
            if level == .questionBank, Self.isGuest(question), question.probe { continue }
            guard let skill = Self.skill(of: question, at: level),
                known.insert(question.id).inserted
            else { continue }
            let state = mastery[skill] ?? history.mastery(of: skill)
            mastery[skill] = state
            if Self.isLower(question, than: level) {
                if state.isDue(on: history.today), !question.probe { questions.append(question) }
            } else if !question.probe {
                questions.append(question)
            } else if state.isMastered {
                probes.append(question)
            }
        }
        self.questions = questions
        self.probes = probes
        self.mastery = mastery
        self.timesSeen = timesSeen
    }

    /// The skill that a question exercises in a round of a level; nil if it is not used there.
    private static func skill(of question: Question, at level: PlayedLevel) -> Skill? {
        switch level {
        case .questionBank:
            Skill(
                question.emotion, at: isGuest(question) ? .standard(question.level) : .questionBank)
        case .standard(let number):
            question.form != .own && question.level <= number
                ? Skill(question.emotion, at: .standard(question.level)) : nil
        }
    }

    /// Whether a built-in question is asked among a player's own.
    private static func isGuest(_ question: Question) -> Bool { question.form != .own }

    private static func isLower(_ question: Question, than level: PlayedLevel) -> Bool {
        if case .standard(let number) = level { question.level < number } else { false }
    }

    /// The player's history of a question's skill.
    func record(of question: Question) -> PlayHistory.SkillRecord? {
        Self.skill(of: question, at: level).flatMap { history.skills[$0] }
    }

    /// The properties of a question that matter for the order of a round.
    func entry(_ question: Question) -> RoundArrangement.Entry {
        let own = history.questions[question.id]
        let skill = Self.skill(of: question, at: level).flatMap { mastery[$0] }?.recentShare ?? 0.5
        // The history of the question itself is more specific than that of its emotion.
        let ease =
            own.map { (Double($0.firstRight) + skill) / Double($0.asked + 1) } ?? skill * 0.9
        return RoundArrangement.Entry(
            emotion: question.emotion.index, person: question.person, ease: ease)
    }

    // MARK: - Drawing

    /// Draws questions at random by weight.
    ///
    /// No emotion and no person gets more than every second place while others are left.
    func draw(_ length: Int, by generator: inout SeededGenerator) -> [Question] {
        var drawn: [Question] = []
        if length > 1, let probe = drawProbe(by: &generator) { drawn.append(probe) }
        var left = Dictionary(grouping: questions) { Group($0, level: level) }
        let groups = left.keys.sorted()
        var lower = 0
        // At least half are the player's own, if there are enough.
        let own = questions.count { $0.form == .own }
        let mostGuests =
            level == .questionBank ? length - min(own, (length + 1) / 2) : length
        while drawn.count < length {
            let most = (length + 1) / 2
            let open = groups.filter { group in
                !(left[group]?.isEmpty ?? true) && !(group.isLower && lower >= lowerLevels)
                    && !(group.isGuest && drawn.count { $0.form != .own } >= mostGuests)
            }
            guard !open.isEmpty else { break }
            let rare = open.filter { group in
                drawn.count { $0.emotion == group.skill.emotion } < most
            }
            // Due skills come first, in at most half of the round, to leave room for new ones.
            let due =
                drawn.count >= length / 2
                ? []
                : rare.filter { group in
                    mastery[group.skill]?.isDue(on: history.today) ?? false
                        && !drawn.contains { !$0.probe && Group($0, level: level) == group }
                }
            let choice = !due.isEmpty ? due : !rare.isEmpty ? rare : open
            let group = pick(choice, drawn: drawn, by: &generator)
            let question = pick(
                from: left[group] ?? [], most: most, drawn: drawn, by: &generator)
            left[group]?.removeAll { $0.id == question.id }
            drawn.append(question)
            if group.isLower { lower += 1 }
        }
        // Shuffled, because the arrangement prefers earlier ones among equals.
        return generator.shuffled(drawn)
    }

    /// The questions of one skill, in an order independent of the dictionary's.
    private struct Group: Hashable, Comparable {
        let skill: Skill
        let isLower: Bool
        let isGuest: Bool

        init(_ question: Question, level: PlayedLevel) {
            skill =
                QuestionPool.skill(of: question, at: level)
                ?? Skill(question.emotion, at: level)
            isLower = QuestionPool.isLower(question, than: level)
            isGuest = level == .questionBank && QuestionPool.isGuest(question)
        }

        static func < (left: Group, right: Group) -> Bool {
            (left.skill.level.description, left.skill.emotion.index)
                < (right.skill.level.description, right.skill.emotion.index)
        }
    }

    /// Draws a skill by weight, which halves with each of its questions already drawn.
    private func pick(
        _ groups: [Group], drawn: [Question], by generator: inout SeededGenerator
    ) -> Group {
        weighted(groups, by: &generator) { group in
            let times = drawn.count { $0.emotion == group.skill.emotion }
            return worth(of: group.skill) / Double(1 << min(times, 16))
        }
    }

    private func worth(of skill: Skill) -> Double {
        guard let mastery = mastery[skill] else { return 1 }
        if mastery.isMastered { return 0.5 }
        return 1 + 3 * (1 - mastery.recentShare)
    }

    /// A random question of one skill: a new one if there is one; otherwise weak questions and
    /// those not seen for long are more likely.
    private func pick(
        from questions: [Question], most: Int, drawn: [Question],
        by generator: inout SeededGenerator
    ) -> Question {
        let rare = questions.filter { question in
            question.person == nil || drawn.count { $0.person == question.person } < most
        }
        let open = rare.isEmpty ? questions : rare
        let new = open.filter { history.questions[$0.id] == nil }
        return weighted(new.isEmpty ? open : new, by: &generator) { question in
            guard let record = history.questions[question.id] else { return 1 }
            let share = Double(record.firstRight + 1) / Double(record.asked + 2)
            let days = Double(min(max(0, history.today - record.lastAsked), 7))
            // Asked today: an eighth as likely as a week ago.
            return (1 + 3 * (1 - share)) * (1 + days)
        }
    }

    /// The probe asked least often.
    ///
    /// Among equals, the one with the person the player has seen least. Nil if there is none.
    private func drawProbe(by generator: inout SeededGenerator) -> Question? {
        func asked(_ question: Question) -> (question: Int, person: Int) {
            let own = history.questions[question.id]?.asked ?? 0
            return (own, question.person.flatMap { timesSeen[$0] } ?? own)
        }
        return generator.shuffled(probes).min { asked($0) < asked($1) }
    }

    private func weighted<Value>(
        _ values: [Value], by generator: inout SeededGenerator, weight: (Value) -> Double
    ) -> Value {
        let weights = values.map(weight)
        var chance = generator.fraction() * weights.reduce(0, +)
        for (value, weight) in zip(values, weights) {
            chance -= weight
            if chance < 0 { return value }
        }
        // Reached only because of rounding errors.
        return values[values.count - 1]
    }
}
