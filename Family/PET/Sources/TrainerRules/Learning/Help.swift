/// How much a player is helped with a skill: more after two mistakes, less after each right answer.
///
/// Made anew from the first answers, or kept and told of each.
public struct Help: Hashable, Codable, Sendable {
    /// First answers in a row that were wrong before help comes, or more of it.
    public static let mistakes = 2

    /// What is done for the player.
    public enum Degree: Int, Hashable, Comparable, Codable, CaseIterable, Sendable {
        /// Nothing.
        case none
        /// The tip is offered at once.
        case tip
        /// The tip is offered, and there are fewer answers to choose from.
        case fewerAnswers

        /// Whether one helps less than another.
        public static func < (left: Degree, right: Degree) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// What is done for the player now.
    public private(set) var degree: Degree = .none
    /// How many first answers in a row were wrong since the degree last changed.
    public private(set) var misses = 0

    /// Makes the help of somebody who has not answered yet.
    public init() {}

    /// Makes the help that follows from first answers, the oldest first.
    public init(afterFirstAnswers answers: some Sequence<Bool>) {
        for right in answers { record(right: right) }
    }

    /// Takes note of a first answer, helped or not.
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

    /// How many answers a question keeps that has fewer as a help: three of five or four; two of
    /// three, the one case in which a question has less than three.
    static func answersKept(of count: Int) -> Int {
        count > 3 ? 3 : min(count, 2)
    }
}
