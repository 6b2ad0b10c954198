extension Round {
    /// Takes a question out that is no more, or is another by now.
    ///
    /// It counts as set aside; what was answered of it stays. No event: ``revision`` stays what it
    /// is. Who has it on the screen hears ``RoundOutcome/Reason/stale`` at the next answer, or
    /// ``RoundOutcome/Reason/finished`` where nothing else waits.
    ///
    /// - Returns: whether the round had the question still to ask.
    @discardableResult
    public mutating func withdraw(_ question: Question.ID) -> Bool {
        guard let place = waiting.firstIndex(where: { items[$0].id == question }) else {
            return false
        }
        if place == 0 { disabledAnswers = [] }
        waiting.remove(at: place)
        setAside += 1
        return true
    }
}
