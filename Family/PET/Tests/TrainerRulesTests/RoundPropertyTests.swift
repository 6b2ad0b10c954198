import Foundation
import Testing
import TrainerRules

/// A random player with several tabs, some of them outdated.
private struct RandomPlayer {
    var generator: SeededGenerator
    /// The probabilities of right answers, wrong ones, skips and other events; they differ between
    /// players.
    let weights: [Int]
    /// The events that counted; when they are sent again, none may count again.
    var counted: [RoundEvent] = []

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        weights = (0..<9).map { _ in generator.below(10) }
        self.generator = generator
    }

    /// A version 4 UUID, determined by the seed.
    mutating func name() -> UUID {
        let bytes = (generator.next(), generator.next())
        return withUnsafeBytes(of: bytes) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func kind() -> Int {
        // Each has a minimum, so that no player sends only events that are ignored.
        var chance = generator.below(weights.reduce(0, +) + weights.count)
        for (kind, weight) in weights.enumerated() {
            chance -= weight + 1
            if chance < 0 { return kind }
        }
        return 0
    }

    /// An event, and whether it must change nothing.
    mutating func next(in round: Round) -> (event: RoundEvent, isVoid: Bool) {
        var event = RoundEvent(
            id: name(), question: round.current?.id ?? "over", presentation: round.presentation,
            action: .skip, elapsedMilliseconds: generator.below(60_000))
        var isVoid = round.isFinished
        switch kind() {
        case 0: event.action = round.rightAnswer
        case 1:
            event.action = round.wrongAnswer
            isVoid = isVoid || round.wrongAnswer == .answer("none")
        case 2: break
        case 3: event.action = .tip
        case 4: event.action = .replay
        case 5:
            event.action = round.rightAnswer
            event.presentation += generator.below(2) == 0 ? -1 : 1
            isVoid = true
        case 6:
            event.question = round.upcoming(1).first?.id ?? "another"
            event.action = round.rightAnswer
            isVoid = true
        case 7:
            event.action = .answer(round.disabledAnswers.min() ?? "no such answer")
            isVoid = true
        default:
            guard let old = counted.last(where: { _ in generator.below(3) == 0 }) else { break }
            event = old
            isVoid = true
        }
        return (event, isVoid)
    }
}

/// Independent counts of a round's events.
private struct Ledger {
    var shown: [Question.ID] = []
    var right: [Question.ID: Int] = [:]
    var aside: [Question.ID: Int] = [:]
    var counted = 0
    var events = 0
}

private func playToTheEnd(_ round: inout Round, seed: UInt64) -> Ledger {
    var player = RandomPlayer(seed: seed)
    var ledger = Ledger()
    if let first = round.current { ledger.shown.append(first.id) }
    // Some events after the end, which must change nothing.
    var afterwards = 5
    while afterwards > 0 {
        if round.isFinished { afterwards -= 1 }
        let before = round
        let (event, isVoid) = player.next(in: round)
        let outcome = round.apply(event)
        ledger.events += 1
        if case .ignored = outcome {
            #expect(round == before)
            continue
        }
        #expect(!isVoid, "\(event) counted as \(outcome)")
        ledger.counted += 1
        player.counted.append(event)
        #expect(round.revision == ledger.counted)
        if outcome == .right { ledger.right[event.question, default: 0] += 1 }
        if outcome == .setAside { ledger.aside[event.question, default: 0] += 1 }
        #expect(round.done == ledger.right.count && round.setAside == ledger.aside.count)
        if round.presentation != before.presentation, let current = round.current {
            ledger.shown.append(current.id)
        }
    }
    return ledger
}

@Suite("Any round with any player")
struct RoundPropertyTests {
    @Test(
        "Any round with any player ends, counts no answer twice and repeats no question before all were asked"
    )
    func everyRoundEnds() {
        var events = 0
        let clock = ContinuousClock()
        let start = clock.now
        for seed in 0..<4_500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var round = sampleRound(
                generator.below(13), answers: 1 + generator.below(5), seed: seed)
            let ledger = playToTheEnd(&round, seed: seed &* 31)
            events += ledger.events
            #expect(Set(ledger.shown.prefix(round.total)).count == round.total)
            #expect(
                Dictionary(grouping: ledger.shown, by: \.self).values.allSatisfy {
                    $0.count <= Round.maximumPresentations
                })
            #expect(ledger.right.values.allSatisfy { $0 == 1 })
            #expect(ledger.aside.values.allSatisfy { $0 == 1 })
            #expect(Set(ledger.right.keys).isDisjoint(with: ledger.aside.keys))
            #expect(ledger.right.count + ledger.aside.count == round.total)
        }
        print("random players: \(events) events in \(clock.now - start)")
        #expect(events > 200_000)
    }

    @Test(
        "Any round with any player continues identically from its stored form at any point",
        arguments: 0..<60 as Range<UInt64>)
    func storedRoundContinuesIdentically(seed: UInt64) throws {
        var round = sampleRound(8, answers: 2 + Int(seed % 4), seed: seed)
        var stored = round
        var player = RandomPlayer(seed: seed)
        while !round.isFinished {
            stored = try JSONDecoder().decode(Round.self, from: JSONEncoder().encode(stored))
            #expect(stored == round)
            let event = player.next(in: round).event
            let outcome = round.apply(event)
            #expect(stored.apply(event) == outcome)
            if case .ignored = outcome { continue }
            player.counted.append(event)
        }
        #expect(stored == round && stored.isFinished)
    }

    @Test(
        "Any round with any player has a bounded length, even if the player only skips or only makes mistakes"
    )
    func lengthIsBounded() {
        for count in [1, 2, 8] {
            var skipped = sampleRound(count)
            var erred = sampleRound(count, answers: 5)
            var steps = 0
            while !skipped.isFinished {
                _ = skipped.play(.skip)
                steps += 1
            }
            #expect(steps == count * Round.maximumPresentations && skipped.setAside == count)
            steps = 0
            while !erred.isFinished {
                _ = erred.play(erred.wrongAnswer)
                steps += 1
            }
            #expect(steps == count * Round.maximumPresentations * 4 && erred.setAside == count)
        }
    }

    @Test("Any round ends, even if questions have no right answer, no answers or duplicates")
    func brokenQuestions() {
        var without = Sample.question("without")
        without.right = "no such answer"
        var twice = Sample.question("twice")
        twice.answers += twice.answers
        for question in [without, twice, Sample.question("none", answers: 0)] {
            var round = Round(id: UUID(), level: .standard(1), questions: [question], seed: 1)
            var steps = 0
            while !round.isFinished, steps < 100 {
                if case .ignored = round.play(round.wrongAnswer) { _ = round.play(.skip) }
                steps += 1
            }
            #expect(round.isFinished && round.setAside == 1)
        }
    }
}
