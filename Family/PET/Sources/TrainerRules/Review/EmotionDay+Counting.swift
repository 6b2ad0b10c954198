extension EmotionDay {
    /// Counts an event and its result.
    ///
    /// - Parameters:
    ///   - event: The player's action.
    ///   - outcome: The result of ``Round/apply(_:)``; ignored events do not count.
    ///   - item: The question: ``Round/current`` before the event was applied.
    ///   - before: The round before the event was applied.
    public mutating func count(
        _ event: RoundEvent, outcome: RoundOutcome, of item: Round.Item, in before: Round
    ) {
        switch (event.action, outcome) {
        case (_, .ignored):
            return
        case (.tip, _):
            tips += 1
        case (.replay, _):
            replays += 1
        case (.skip, _):
            countAsked(item, in: before)
            skipped += 1
        case (.answer, _):
            countAsked(item, in: before)
            countAnswer(event, outcome: outcome, of: item, in: before)
        }
    }

    private mutating func countAsked(_ item: Round.Item, in before: Round) {
        guard !before.currentWasAsked else { return }
        asked += 1
        if item.helped { helped += 1 }
    }

    private mutating func countAnswer(
        _ event: RoundEvent, outcome: RoundOutcome, of item: Round.Item, in before: Round
    ) {
        let isFirst = !before.currentWasAnswered
        if isFirst, (0...Self.longestTime).contains(event.elapsedMilliseconds) {
            milliseconds += event.elapsedMilliseconds
            answersTimed += 1
        }
        switch outcome {
        case .right:
            if isFirst {
                firstRight += 1
                if item.helped { helpedRight += 1 }
            } else {
                laterRight += 1
            }
        case .wrong:
            wrong += 1
        case .revealed, .setAside:
            wrong += 1
            revealed += 1
        case .skipped, .noted, .ignored:
            break
        }
    }
}

extension ConfusionCount {
    /// The confusion that an event adds; nil if it is not a first answer, or names no emotion.
    ///
    /// See ``EmotionDay/count(_:outcome:of:in:)`` for the parameters.
    public init?(
        _ event: RoundEvent, outcome: RoundOutcome, of item: Round.Item, in before: Round
    ) {
        if case .ignored = outcome { return nil }
        guard case .answer(let name) = event.action, !before.currentWasAnswered,
            let chosen = item.answers.first(where: { $0.id == name })?.emotion
        else { return nil }
        self.init(shown: item.emotion, chosen: chosen, count: 1)
    }
}
