import Foundation
import Testing
import TrainerRules

@Suite("A sitting")
struct SittingTests {
    /// The rounds of a sitting whose questions take exactly the expected time.
    private func rounds(_ length: Sitting.Length, pace: Int) -> [Int] {
        var sitting = Sitting(length: length)
        var rounds: [Int] = []
        while case let next = sitting.nextRound(questionMilliseconds: pace), next > 0 {
            rounds.append(next)
            sitting.rounds += 1
            sitting.playedMilliseconds += next * pace
        }
        return rounds
    }

    @Test("A sitting has whole rounds and a short last one, and ends on time")
    func wholeRoundsFillTheTime() {
        #expect(rounds(.tenMinutes, pace: 15_000) == [8, 8, 8, 8, 8])
        #expect(rounds(.fifteenMinutes, pace: 20_000) == [8, 8, 8, 8, 8, 5])
        #expect(rounds(.twentyMinutes, pace: 40_000) == [8, 8, 8, 6])
        #expect(rounds(.tenMinutes, pace: 17_000) == [8, 8, 8, 8, 3])
        for length in Sitting.Length.allCases {
            for pace in stride(from: 2_000, through: 120_000, by: 1_000) {
                let played = rounds(length, pace: pace).reduce(0, +) * pace
                #expect(played <= length.milliseconds)
                #expect(played > length.milliseconds - Sitting.shortestRound * pace)
            }
        }
    }

    @Test("A sitting fills its marks as time passes, the last one only at the end")
    func schedule() {
        for length in Sitting.Length.allCases {
            var sitting = Sitting(length: length)
            let marks = sitting.marks
            #expect((5...8).contains(marks) && sitting.filledMarks(isOver: false) == 0)
            var before = 0
            for round in 1...40 {
                sitting.rounds = round
                sitting.playedMilliseconds += 45_000
                let filled = sitting.filledMarks(isOver: false)
                #expect(sitting.marks == marks)
                #expect(filled >= max(before, 1) && filled < marks)
                before = filled
            }
            #expect(before == marks - 1 && sitting.filledMarks(isOver: true) == marks)
        }
    }

    @Test("A sitting tolerates a pace of zero or of hours, and a round that took too long")
    func implausiblePaces() {
        #expect(Sitting(length: .tenMinutes).nextRound(questionMilliseconds: 0) == 8)
        #expect(Sitting(length: .tenMinutes).nextRound(questionMilliseconds: .max) == 5)
        #expect(Sitting(length: .tenMinutes).nextRound(questionMilliseconds: -5) == 8)
        let long = Sitting(length: .tenMinutes, playedMilliseconds: 2_000_000, rounds: 1)
        #expect(long.nextRound() == 0)
        let almostOver = Sitting(length: .tenMinutes, playedMilliseconds: 590_000, rounds: 0)
        #expect(almostOver.nextRound() == Sitting.shortestRound)
    }

    @Test(
        "A sitting needs a closing question if the last round is unfinished or has a question set aside"
    )
    func closing() {
        var round = sampleRound(1)
        #expect(Sitting.wantsClosing(after: round))
        var right = round
        _ = right.play(right.rightAnswer)
        #expect(!Sitting.wantsClosing(after: right))
        for _ in 0..<3 { _ = round.play(.skip) }
        #expect(round.isFinished && Sitting.wantsClosing(after: round))
        #expect(!Sitting.wantsClosing(after: sampleRound(0)))
    }
}
