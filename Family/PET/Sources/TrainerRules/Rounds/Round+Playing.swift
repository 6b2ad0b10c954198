extension Round {
    /// Applies one event.
    ///
    /// An event counts once: if the round remembers its name, the result is
    /// ``RoundOutcome/Reason/duplicate``. An event of an earlier showing is
    /// ``RoundOutcome/Reason/stale``, so that an old tab cannot answer a newer question. Ignored
    /// events change nothing.
    ///
    /// - Returns: The result.
    public mutating func apply(_ event: RoundEvent) -> RoundOutcome {
        guard !remembered.contains(event.id) else { return .ignored(.duplicate) }
        guard let position = waiting.first else { return .ignored(.finished) }
        guard event.presentation == presentation, event.question == items[position].id else {
            return .ignored(.stale)
        }
        let outcome: RoundOutcome
        switch event.action {
        case .tip, .replay:
            outcome = .noted
        case .skip:
            outcome = deferQuestion(as: .skipped)
        case .answer(let answer):
            outcome = choose(answer, at: position)
        }
        if case .ignored = outcome { return outcome }
        revision += 1
        remembered.append(event.id)
        remembered.removeFirst(max(0, remembered.count - Self.rememberedEvents))
        return outcome
    }

    private mutating func choose(_ answer: String, at position: Int) -> RoundOutcome {
        let item = items[position]
        guard !disabledAnswers.contains(answer), item.answers.contains(where: { $0.id == answer })
        else { return .ignored(.notOffered) }
        progress[position].answered = true
        guard answer != item.right else {
            done += 1
            endPresentation()
            return .right
        }
        disabledAnswers.insert(answer)
        guard disabledAnswers.isSuperset(of: item.wrongAnswers) else { return .wrong }
        return deferQuestion(as: .revealed)
    }

    /// Moves the current question to the end (D6, D7), or sets it aside if it was shown often
    /// enough.
    private mutating func deferQuestion(as outcome: RoundOutcome) -> RoundOutcome {
        let position = endPresentation()
        guard progress[position].presentations < Self.maximumPresentations else {
            setAside += 1
            return .setAside
        }
        waiting.append(position)
        return outcome
    }

    /// Removes the current question from the screen.
    @discardableResult
    private mutating func endPresentation() -> Int {
        let position = waiting.removeFirst()
        progress[position].presentations += 1
        presentation += 1
        disabledAnswers = []
        return position
    }
}
