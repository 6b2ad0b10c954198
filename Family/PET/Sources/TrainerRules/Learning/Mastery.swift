/// How far a player has come with a skill.
///
/// **Mastered** is 90 % of first answers right in three sittings in a row: at this criterion what
/// was learnt lasts, at 80 % it decays. A sitting counts once it has ``answersPerSitting`` answers;
/// a shorter one is joined with the next, so that a child that plays a few questions a day gets there
/// too.
///
/// Why five answers: somebody who guesses among three is right five times running in one sitting
/// of 243, and in three sittings in a row once in 14 million; with four answers it is once in half
/// a million, with three once in twenty thousand, which a family with eight emotions at five levels
/// would see. A child that knows the emotion in 95 of 100 pictures needs five sittings on average.
///
/// **Review** comes ``reviewDays`` after what came before. Four fifths right move it on to the next
/// interval, less brings it back to the first; and less than four fifths of five answers or more
/// makes the skill one to learn again.
public struct Mastery: Hashable, Sendable {
    /// Percent of first answers right for a sitting that counts towards mastery.
    public static let masteredPercent = 90
    /// Sittings in a row that reach it.
    public static let sittings = 3
    /// Answers that make a sitting count.
    public static let answersPerSitting = 5
    /// Percent of first answers right at which what was mastered stays so.
    public static let keptPercent = 80
    /// Days from mastery to the first review, from there to the second, and so on; the last one
    /// repeats.
    public static let reviewDays = [1, 3, 7, 21]

    /// Where a player stands.
    public enum State: Hashable, Sendable {
        /// Nothing was asked yet.
        case unseen
        /// It is being learnt; so many of the ``Mastery/sittings`` were reached, 0…2.
        case learning(sittings: Int)
        /// It is mastered.
        case mastered(Review)
    }

    /// When what was mastered comes again.
    public struct Review: Hashable, Sendable {
        /// The day on which it was mastered.
        public internal(set) var since: Day
        /// Which of ``Mastery/reviewDays`` is running, from 0.
        public internal(set) var step = 0
        /// The day from which the interval runs.
        public internal(set) var last: Day
        /// The first day on which it is to be asked again.
        public var due: Day { last + Mastery.reviewDays[step] }
    }

    /// Where the player stands.
    public private(set) var state: State = .unseen
    /// The day on which it was mastered for the first time; nil where it never was.
    ///
    /// Stays when what was mastered is lost again: a sticker is not taken away.
    public private(set) var firstMastered: Day?
    /// How likely a right first answer is, 0…1: of the last ten asked or a few more, with one right
    /// and one wrong added, so that a single answer does not decide.
    public private(set) var recentShare = 0.5

    /// Judges a skill.
    ///
    /// - Parameter tallies: all sittings in which it was asked, in any order. That of a sitting that
    ///   is not over may be among them; what it reaches is certain at its end.
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

    /// Whether the skill is mastered, due for review or not.
    public var isMastered: Bool {
        if case .mastered = state { true } else { false }
    }

    /// Whether it is mastered and to be asked again by a day.
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
    /// The schedule after a sitting; one before the day that it is due changes nothing.
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
