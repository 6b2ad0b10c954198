/// Evidence of one picture for a target emotion, in log-odds.
///
/// Log-odds of several pictures of one expression can be averaged; verdicts cannot.
public struct MatchEvidence: Hashable, Sendable, Decodable {
    /// Log-odds of the target's score above the level's threshold; negative below it.
    public let excess: Double
    /// Rise of the target's log-odds from the person's neutral face, in units of the rise that is
    /// needed; nil if none is needed.
    public let change: Double?
    /// The likeliest emotion apart from the target and neutral.
    public let rival: Emotion
    /// Log-odds of the rival minus those of the target.
    public let lead: Double
    /// The movement that the face makes most clearly, independent of the target; nil if none is
    /// clear.
    public let seen: PraiseCode?

    /// Makes evidence from its parts.
    public init(
        excess: Double, change: Double?, rival: Emotion, lead: Double, seen: PraiseCode?
    ) {
        self.excess = excess
        self.change = change
        self.rival = rival
        self.lead = lead
        self.seen = seen
    }
}

extension MatchEvidence {
    /// The JSON object of the wire format.
    package var json: JSONValue {
        .object([
            ("excess", .number(excess)), ("change", change.map { .number($0) } ?? .null),
            ("rival", .string(rival.rawValue)), ("lead", .number(lead)),
            ("seen", seen.map { .string($0.rawValue) } ?? .null),
        ])
    }
}
