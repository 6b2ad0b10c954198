/// What the rules say to a ``RoundEvent``.
public enum RoundOutcome: Hashable, Codable, Sendable {
    /// The right answer was chosen (D4).
    case right
    /// A wrong one was chosen; it can be chosen no more while the question is shown (D5).
    case wrong
    /// The last wrong one was chosen: the right one is shown, the question comes again (D6).
    case revealed
    /// The question was put off and comes again (D7).
    case skipped
    /// The question was put off or revealed for the last time and does not come again in this round.
    case setAside
    /// A tip or the prompt's repetition was noted.
    case noted
    /// It counted for nothing; the state says how things stand.
    case ignored(Reason)

    /// Why an event counted for nothing.
    public enum Reason: String, Codable, Sendable {
        /// An event of this name was counted before.
        case duplicate
        /// Another question is on, or the same one anew: another tab went on.
        case stale
        /// The answer was chosen before, or is none of the question's.
        case notOffered = "not_offered"
        /// The round is over.
        case finished
    }
}
