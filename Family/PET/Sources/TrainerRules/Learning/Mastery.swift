/// A player's progress in a skill.
///
/// **Mastered** means 90 % of first answers right in three consecutive sittings: skills learned to
/// this criterion last, those at 80 % decay. A sitting counts once it has ``answersPerSitting``
/// answers; a shorter one is merged with the next, so that short sittings count, too.
///
/// The minimum of five answers limits luck. A player who guesses among three answers is right five
/// times in a row in one sitting out of 243, and in three consecutive sittings once in 14 million.
/// With four answers it would be once in half a million; with three, once in twenty thousand, which
/// a family with eight emotions at five levels would see. A child that knows the emotion in 95 of
/// 100 pictures needs five sittings on average.
///
/// **Review** follows ``reviewDays``. If at least four fifths of the answers are right, the next
/// interval begins; otherwise the first one begins again. If there were at least five answers and
/// fewer than four fifths were right, the skill must be learned again.
public struct Mastery: Hashable, Sendable {
    /// Percent of first answers right for a sitting that counts toward mastery.
    public static let masteredPercent = 90
    /// Consecutive sittings required.
    public static let sittings = 3
    /// Minimum number of answers for a sitting to count.
    public static let answersPerSitting = 5
    /// Percent of first answers right in a review that keeps mastery.
    public static let keptPercent = 80
    /// Days from mastery to the first review, from there to the second, and so on; the last
    /// interval repeats.
    public static let reviewDays = [1, 3, 7, 21]

    /// The state of a skill.
    public enum State: Hashable, Sendable {
        /// Never asked.
        case unseen
        /// Being learned, with the number of ``Mastery/sittings`` completed, 0…2.
        case learning(sittings: Int)
        /// Mastered.
        case mastered(Review)
    }

    /// The review schedule of a mastered skill.
    public struct Review: Hashable, Sendable {
        /// The day on which it was mastered.
        public internal(set) var since: Day
        /// The current index in ``Mastery/reviewDays``.
        public internal(set) var step = 0
        /// The start of the interval.
        public internal(set) var last: Day
        /// The day of the next review.
        public var due: Day { last + Mastery.reviewDays[step] }
    }

    /// The state.
    public private(set) var state: State = .unseen
    /// The day on which it was first mastered; nil if it never was.
    ///
    /// Kept even if the skill is lost again, so that the sticker stays.
    public private(set) var firstMastered: Day?
    /// Estimated probability of a right first answer, 0…1.
    ///
    /// It covers the latest ten or slightly more answers, plus one right and one wrong one, so that
    /// a single answer has little influence.
    public private(set) var recentShare = 0.5

    /// Evaluates a skill.
    ///
    /// - Parameter tallies: All sittings in which it was asked, in any order. The current sitting
    ///   may be included: what it achieves so far remains true at its end.
    public init(_ tallies: [SittingTally]) {
        let tallies = tallies.filter { $0.asked > 0 }
            .sorted { ($0.day, $0.sitting) < ($1.day, $1.sitting) }
        var open = SittingTally(day: Day(0), sitting: 0, asked: 0, firstRight: 0)
        for tally in tallies {
            open.asked += tally.asked
            open.firstRight += tally.firstRight
            if case .mastered(let review) = state {
                state = .mastered(review.after(tally))
            } else if state == .unseen {
                state = .learning(sittings: 0)
            }
            if open.asked >= Self.answersPerSitting {
                close(open, on: tally.day)
                open.asked = 0
                open.firstRight = 0
            }
        }
        recentShare = Self.share(ofLatest: 10, in: tallies)
    }

    /// Whether the skill is mastered, whether or not a review is due.
    public var isMastered: Bool {
        if case .mastered = state { true } else { false }
    }

    /// Whether it is mastered and a review is due by a day.
    public func isDue(on day: Day) -> Bool {
        if case .mastered(let review) = state { review.due <= day } else { false }
    }

    private mutating func close(_ block: SittingTally, on day: Day) {
        switch state {
        case .mastered:
            if !block.reaches(percent: Self.keptPercent) { state = .learning(sittings: 0) }
        case .unseen, .learning:
            guard block.reaches(percent: Self.masteredPercent) else {
                state = .learning(sittings: 0)
                return
            }
            var reached = 1
            if case .learning(let sittings) = state { reached += sittings }
            guard reached >= Self.sittings else {
                state = .learning(sittings: reached)
                return
            }
            state = .mastered(Review(since: day, last: day))
            firstMastered = firstMastered ?? day
        }
    }

    private static func share(ofLatest count: Int, in tallies: [SittingTally]) -> Double {
        var asked = 0
        var right = 0
        for tally in tallies.reversed() where asked < count {
            asked += tally.asked
            right += tally.firstRight
        }
        return Double(right + 1) / Double(asked + 2)
    }
}

extension Mastery.Review {
    /// The schedule after a sitting; a sitting before the due day changes nothing.
    func after(_ tally: SittingTally) -> Self {
        guard tally.day >= due else { return self }
        var next = self
        next.last = tally.day
        next.step =
            tally.reaches(percent: Mastery.keptPercent)
            ? min(step + 1, Mastery.reviewDays.count - 1) : 0
        return next
    }
}
