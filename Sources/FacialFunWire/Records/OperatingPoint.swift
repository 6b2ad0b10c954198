/// Which question a network's scores answer: the same face, seen with another expectation.
///
/// One network has both. They differ in what is taken for likely before the face is seen, and each is
/// calibrated on its own terms.
public enum OperatingPoint: String, CaseIterable, Codable, Hashable, Sendable {
    /// "What does this face show?", of photographs as they come: most faces are neutral or smile.
    ///
    /// The scores of reports and evaluations.
    case photograph
    /// "Does this face show the requested emotion?": all emotions are equally likely.
    ///
    /// What matches, attempts and levels judge.
    case prompted
}
