/// The degree of help with a skill: it rises after two mistakes and falls after each right answer.
///
/// Computed from all first answers, or updated with each.
public struct Help: Hashable, Codable, Sendable {
    /// The number of consecutive wrong first answers after which the degree rises.
    public static let mistakes = 2

    /// The degree of help.
    public enum Degree: Int, Hashable, Comparable, Codable, CaseIterable, Sendable {
        /// Nothing.
        case none
        /// The tip is offered at once.
        case tip
        /// The tip is offered, and there are fewer answers to choose from.
        case fewerAnswers

        /// Orders the degrees by the amount of help.
        public static func < (left: Degree, right: Degree) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// The current degree.
    public private(set) var degree: Degree = .none
    /// The number of consecutive wrong first answers since the degree last changed.
    public private(set) var misses = 0

    /// Makes the state before the first answer.
    public init() {}

    /// Computes the state from first answers, the oldest first.
    public init(afterFirstAnswers answers: some Sequence<Bool>) {
        for right in answers { record(right: right) }
    }

    /// Records a first answer, helped or not.
    public mutating func record(right: Bool) {
        if right {
            degree = Degree(rawValue: degree.rawValue - 1) ?? .none
            misses = 0
        } else {
            misses += 1
            guard misses >= Self.mistakes else { return }
            degree = Degree(rawValue: degree.rawValue + 1) ?? .fewerAnswers
            misses = 0
        }
    }

    /// The number of answers that remain in a question with help: three of five or four; two of
    /// three, the only case with fewer than three.
    static func answersKept(of count: Int) -> Int {
        count > 3 ? 3 : min(count, 2)
    }
}
