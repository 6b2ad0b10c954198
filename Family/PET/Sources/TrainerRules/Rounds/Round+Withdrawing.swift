extension Round {
    /// Removes a question that was deleted or changed.
    ///
    /// It counts as set aside; answers to it stay. This is not an event: ``revision`` stays the
    /// same. A page that shows the question gets ``RoundOutcome/Reason/stale`` for the next answer,
    /// or ``RoundOutcome/Reason/finished`` if no other question is left.
    ///
    /// - Returns: Whether the question was still to be asked.
    @discardableResult
    public mutating func withdraw(_ question: Question.ID) -> Bool {
        guard let index = waiting.firstIndex(where: { items[$0].id == question }) else {
            return false
        }
        if index == 0 { disabledAnswers = [] }
        waiting.remove(at: index)
        setAside += 1
        return true
    }
}
