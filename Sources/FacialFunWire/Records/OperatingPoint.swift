/// Prior expectation behind a network's scores.
///
/// One network has both operating points. They differ in the assumed frequency of each emotion, and
/// each is calibrated separately.
public enum OperatingPoint: String, CaseIterable, Codable, Hashable, Sendable {
    /// "What does this face show?", for typical photographs, in which most faces are neutral or
    /// smile.
    ///
    /// Used for the scores of reports and evaluations.
    case photograph
    /// "Does this face show the requested emotion?": all emotions are equally likely.
    ///
    /// Used by matches, attempts and levels.
    case prompted
}
