/// The result of a ``RoundEvent``.
public enum RoundOutcome: Hashable, Codable, Sendable {
    /// The right answer was chosen (D4).
    case right
    /// A wrong answer was chosen; it is disabled for the rest of the showing (D5).
    case wrong
    /// The last wrong answer was chosen: the right one is shown, and the question returns later
    /// (D6).
    case revealed
    /// The question was skipped and returns later (D7).
    case skipped
    /// The question was skipped or revealed for the last time and does not return in this round.
    case setAside
    /// A tip or a repetition of the prompt was recorded.
    case noted
    /// It was ignored; the state shows the current situation.
    case ignored(Reason)

    /// The reason that an event was ignored.
    public enum Reason: String, Codable, Sendable {
        /// An event with this name was counted before.
        case duplicate
        /// The event concerns an earlier question or showing: another tab advanced the round.
        case stale
        /// The answer was chosen before, or is not one of the question's.
        case notOffered = "not_offered"
        /// The round is over.
        case finished
    }
}
