extension PlayHistory {
    /// Records an event and its result.
    ///
    /// Storage that keeps parts of a history in tables calls this function, too. Answers with help
    /// count for the question and the degree of help, not for mastery.
    ///
    /// - Parameters:
    /// - event: The player's action.
    /// - outcome: The result of ``Round/apply(_:)``; ignored events count for nothing.
    /// - item: The question: ``Round/current`` before the event was applied.
    /// - before: The round before the event was applied.
    /// - sitting: The current sitting's number.
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
