import Testing
import TrainerRules

/// Sittings on given days, each with its numbers of questions and right answers.
private func tallies(_ sittings: (day: Int, asked: Int, right: Int)...) -> [SittingTally] {
    sittings.enumerated().map { number, sitting in
        SittingTally(
            day: Day(sitting.day), sitting: number, asked: sitting.asked, firstRight: sitting.right)
    }
}

/// Three sittings that master a skill on day 3.
private let mastering = tallies((1, 5, 5), (2, 6, 6), (3, 10, 9))

/// A skill that was mastered on day 3, and the sittings after it.
private func mastered(then sittings: (day: Int, asked: Int, right: Int)...) -> Mastery {
    Mastery(
        mastering
            + sittings.enumerated().map { number, sitting in
                SittingTally(
                    day: Day(sitting.day), sitting: 10 + number, asked: sitting.asked,
                    firstRight: sitting.right)
            })
}

@Suite("Mastery")
struct MasteryTests {
    @Test("Mastery needs 90 % right first answers in three consecutive sittings")
    func threeGoodSittings() {
        #expect(Mastery([]).state == .unseen)
        #expect(Mastery(tallies((1, 5, 5))).state == .learning(sittings: 1))
        #expect(Mastery(tallies((1, 5, 5), (2, 6, 6))).state == .learning(sittings: 2))
        let mastery = Mastery(mastering)
        #expect(mastery.isMastered && mastery.firstMastered == Day(3))
    }

    @Test("Mastery is not reached with 89 %, nor with one bad sitting of three")
    func insufficientSittings() {
        #expect(Mastery(tallies((1, 9, 8), (2, 9, 8), (3, 9, 8))).state == .learning(sittings: 0))
        #expect(
            Mastery(tallies((1, 5, 5), (2, 5, 5), (3, 5, 4), (4, 5, 5))).state
                == .learning(sittings: 1))
    }

    @Test("Mastery counts many answers of one sitting as one sitting")
    func manyAnswersOfOneSitting() {
        #expect(Mastery(tallies((1, 60, 60))).state == .learning(sittings: 1))
    }

    @Test("Mastery combines short sittings until they have five answers")
    func shortSittings() {
        let daily = (1...8).map {
            SittingTally(day: Day($0), sitting: $0, asked: 2, firstRight: 2)
        }
        #expect(Mastery(Array(daily.prefix(2))).state == .learning(sittings: 0))
        #expect(Mastery(Array(daily.prefix(3))).state == .learning(sittings: 1))
        #expect(Mastery(daily).state == .learning(sittings: 2))
        let ninth = SittingTally(day: Day(9), sitting: 9, asked: 2, firstRight: 2)
        #expect(Mastery(daily + [ninth]).isMastered)
    }

    @Test("Mastery does not depend on the order of sittings, nor on empty ones")
    func orderOfSittings() {
        let empty = SittingTally(day: Day(2), sitting: 9, asked: 0, firstRight: 0)
        #expect(Mastery(mastering.reversed() + [empty]) == Mastery(mastering))
        #expect(Mastery([empty]).state == .unseen)
    }

    @Test("A mastered skill is reviewed after 1, 3, 7 and 21 days, and then every 21 days")
    func reviewIntervals() {
        var days: [Int] = []
        var sittings = mastering
        for number in 0..<6 {
            guard case .mastered(let review) = Mastery(sittings).state else { break }
            days.append(review.due - review.last)
            #expect(!Mastery(sittings).isDue(on: review.due + -1))
            #expect(Mastery(sittings).isDue(on: review.due))
            sittings.append(
                SittingTally(day: review.due, sitting: 10 + number, asked: 1, firstRight: 1))
        }
        #expect(days == [1, 3, 7, 21, 21, 21])
    }

    @Test("Answers before the due date are not a review")
    func earlyAnswers() {
        guard case .mastered(let review) = mastered(then: (3, 4, 4), (4, 1, 1), (5, 2, 2)).state
        else {
            Issue.record("mastered no more")
            return
        }
        #expect(review.step == 1 && review.last == Day(4) && review.due == Day(7))
    }

    @Test("A review waits for an absent player, and the next interval starts with the review")
    func lateReview() {
        guard case .mastered(let review) = mastered(then: (40, 2, 2)).state else {
            Issue.record("mastered no more")
            return
        }
        #expect(review.step == 1 && review.due == Day(43))
    }

    @Test("A failed review restarts the first interval")
    func failedReview() {
        guard case .mastered(let review) = mastered(then: (4, 1, 1), (7, 2, 1)).state else {
            Issue.record("mastered no more")
            return
        }
        #expect(review.step == 0 && review.due == Day(8) && review.since == Day(3))
    }

    @Test("Mastery is lost with fewer than four of five right answers and regained as before")
    func lostAndRegained() {
        let lost = mastered(then: (4, 2, 1), (5, 3, 2))
        #expect(lost.state == .learning(sittings: 0) && lost.firstMastered == Day(3))
        #expect(mastered(then: (4, 2, 1), (5, 3, 3)).isMastered)
        let again = mastered(then: (4, 5, 0), (5, 5, 5), (6, 5, 5), (7, 5, 5))
        #expect(again.isMastered && again.firstMastered == Day(3))
    }

    @Test("The estimated probability follows the share of the latest right answers")
    func shareOfLatestAnswers() {
        #expect(Mastery([]).recentShare == 0.5)
        #expect(Mastery(tallies((1, 1, 1))).recentShare == 2.0 / 3)
        #expect(Mastery(tallies((1, 50, 0), (2, 10, 10))).recentShare == 11.0 / 12)
        #expect(Mastery(tallies((1, 8, 0), (2, 9, 9))).recentShare == 10.0 / 19)
    }
}

@Suite("Help")
struct HelpTests {
    @Test(
        "Help starts after two mistakes in a row, grows after two more and decreases with right answers"
    )
    func helpGrowsAndFades() {
        var help = Help()
        let course: [(right: Bool, degree: Help.Degree)] = [
            (false, .none), (true, .none), (false, .none), (false, .tip), (false, .tip),
            (false, .fewerAnswers), (false, .fewerAnswers), (false, .fewerAnswers), (true, .tip),
            (false, .tip), (true, .none), (true, .none),
        ]
        for (number, step) in course.enumerated() {
            help.record(right: step.right)
            #expect(help.degree == step.degree, "after answer \(number + 1)")
        }
        #expect(Help(afterFirstAnswers: course.map(\.right)) == help)
    }

    @Test("Help offers the tip after two mistakes at one question of a round")
    func tipAfterTwoMistakes() {
        var round = sampleRound(1, answers: 4)
        #expect(!round.offersTip)
        _ = round.play(round.wrongAnswer)
        #expect(!round.offersTip)
        _ = round.play(round.wrongAnswer)
        #expect(round.offersTip)
        _ = round.play(round.wrongAnswer)
        #expect(round.offersTip, "it comes again after it was revealed")
        _ = round.play(round.rightAnswer)
        #expect(!round.offersTip)
        var skipped = sampleRound(1)
        _ = skipped.play(.skip)
        #expect(!skipped.offersTip)
    }
}
