extension PlayHistory {
    /// Takes note of an event and what became of it.
    ///
    /// What a history is made of: whoever keeps its parts in tables counts by these rules. Answers
    /// that were helped count for the question and for the help, not for mastery.
    ///
    /// - Parameters:
    ///   - event: what the player did.
    ///   - outcome: what ``Round/apply(_:)`` said to it; what is ignored counts for nothing.
    ///   - item: the question that it was about: ``Round/current`` before it was applied.
    ///   - before: the round before the event was applied.
    ///   - sitting: the running sitting's number.
    public mutating func record(
        _ event: RoundEvent, outcome: RoundOutcome, of item: Round.Item, in before: Round,
        sitting: Int
    ) {
        if case .ignored = outcome { return }
        let answer: String?
        switch event.action {
        case .tip, .replay: return
        case .skip: answer = nil
        case .answer(let name): answer = name
        }
        let isFirst = answer != nil && !before.currentWasAnswered
        let isRight = isFirst && outcome == .right
        let skill = before.skill(of: item)
        if !before.currentWasAsked {
            questions[item.id, default: .init(asked: 0, firstRight: 0, lastAsked: today)].asked += 1
        }
        questions[item.id]?.lastAsked = today
        if isRight { questions[item.id]?.firstRight += 1 }
        if !item.helped {
            skills[skill, default: .init()].count(
                asked: before.currentWasAsked ? 0 : 1, right: isRight ? 1 : 0, on: today,
                in: sitting)
        }
        guard isFirst else { return }
        skills[skill, default: .init()].help.record(right: isRight)
        if !isRight, let chosen = item.answers.first(where: { $0.id == answer })?.emotion {
            skills[skill, default: .init()].confusions[chosen, default: 0] += 1
        }
    }
}

extension PlayHistory.SkillRecord {
    fileprivate mutating func count(asked: Int, right: Int, on day: Day, in sitting: Int) {
        if let known = tallies.lastIndex(where: { $0.sitting == sitting }) {
            tallies[known].asked += asked
            tallies[known].firstRight += right
        } else {
            tallies.append(
                SittingTally(day: day, sitting: sitting, asked: asked, firstRight: right))
        }
    }
}
