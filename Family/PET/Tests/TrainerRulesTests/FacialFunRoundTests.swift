import FacialFunWire
import Foundation
import Testing

@testable import TrainerRules

/// The emotions that the service offers; contempt only at the harder levels.
let offeredFaces: [Int: Set<Emotion>] = [
    1: Set(Emotion.allCases).subtracting([.contempt]),
    2: Set(Emotion.allCases).subtracting([.contempt, .fear]),
    3: Set(Emotion.allCases), 4: Set(Emotion.allCases), 5: Set(Emotion.allCases),
]

private func round(level: Int = 3, mixed: UInt64? = nil) -> FaceRound {
    FaceRound(id: UUID(), level: level, offered: offeredFaces, mixingSeed: mixed)
}

private func judged(
    _ verdict: FaceEvent.Verdict, in round: FaceRound, progress: Double = 0.4,
    mode: FaceEvent.Mode = .tap
) -> FaceEvent {
    FaceEvent(
        id: UUID(), showing: round.showing,
        action: .judged(.init(verdict, mode: mode, progress: progress)), elapsedMilliseconds: 1000)
}

private func skip(in round: FaceRound) -> FaceEvent {
    FaceEvent(id: UUID(), showing: round.showing, action: .skip, elapsedMilliseconds: 500)
}

@Suite struct FacialFunRoundTests {
    @Test(arguments: 1...5)
    func `A round requests only emotions of its level, happiness first`(level: Int) {
        for seed in [nil, 1, 2, 3] as [UInt64?] {
            let round = round(level: level, mixed: seed)
            #expect(Set(round.targets.map(\.emotion)) == offeredFaces[level])
            #expect(round.total == offeredFaces[level]?.count)
            #expect(round.current?.emotion == .happiness)
        }
        #expect(
            round(level: level).targets.map(\.emotion)
                == FaceRound.easyToHard.filter { offeredFaces[level]?.contains($0) == true })
        let mixes = Set((0..<20).map { round(level: level, mixed: $0).targets.map(\.emotion) })
        #expect(mixes.count > 10)
    }

    @Test func `A level without emotions makes a finished round`() {
        var round = FaceRound(id: UUID(), level: 2, offered: [:])
        #expect(round.isFinished && round.current == nil && round.triesLeft == 0)
        #expect(round.apply(skip(in: round)).outcome == .ignored(.finished))
    }

    @Test func `A match ends the showing and is stored with the way it was judged`() {
        var round = round()
        #expect(
            round.apply(judged(.notYet, in: round, progress: 0.7)).outcome == .notYet(triesLeft: 2))
        let step = round.apply(
            FaceEvent(
                id: UUID(), showing: 0,
                action: .judged(.init(.matched, mode: .hold, progress: 1, score: 0.9, hints: 2)),
                elapsedMilliseconds: 7000))
        #expect(step.outcome == .matched)
        #expect(
            step.result
                == FaceResult(
                    target: .happiness, levelAsked: 3, levelJudged: 3, end: .matched, mode: .hold,
                    bestScore: 0.9, bestProgress: 1, tries: 2, hints: 2, milliseconds: 7000))
        #expect(round.matched == 1 && round.done == 1 && round.showing == 1)
        #expect(round.current?.emotion == .neutral)
    }

    @Test
    func
        `Three tries without a match bring the target again at an easier level and end kindly`()
    {
        var round = FaceRound(
            id: UUID(), level: 3, offered: [1: [.fear], 2: [], 3: [.fear, .happiness]])
        _ = round.apply(judged(.matched, in: round))
        // Level 2 does not offer it. The next easier level is 1, which is the easiest.
        for (showing, level) in [3, 1, 1].enumerated() {
            #expect(round.current?.level == level)
            _ = round.apply(judged(.notYet, in: round))
            _ = round.apply(judged(.notYet, in: round))
            let step = round.apply(judged(.notYet, in: round))
            #expect(step.outcome == (showing == 2 ? .goodTrying : .later))
            #expect(step.result?.levelAsked == 3 && step.result?.levelJudged == level)
            #expect(step.result?.tries == 3)
        }
        #expect(round.isFinished && round.ended == 1 && round.matched == 1)
    }

    @Test func `A skipped target moves to the back and does not become easier`() {
        var round = round(level: 1)
        let order = round.targets.map(\.emotion)
        #expect(round.apply(skip(in: round)).outcome == .skipped)
        for _ in order.dropFirst() { _ = round.apply(judged(.matched, in: round)) }
        #expect(round.current?.emotion == .happiness && round.current?.easings == 0)
        #expect(round.apply(skip(in: round)).outcome == .skipped)
        #expect(round.apply(skip(in: round)).outcome == .setAside)
        #expect(round.isFinished)
    }

    @Test func `A target that was tried and then skipped for the last time is praised for trying`()
    {
        var round = FaceRound(id: UUID(), level: 1, offered: [1: [.anger]])
        _ = round.apply(judged(.notYet, in: round))
        _ = round.apply(skip(in: round))
        _ = round.apply(skip(in: round))
        #expect(round.apply(skip(in: round)).outcome == .goodTrying)
    }

    @Test func `Frames that cannot be judged never count`() {
        var round = round()
        let before = round
        for _ in 0..<50 {
            #expect(round.apply(judged(.cannotJudge, in: round)).outcome == .unjudged)
        }
        #expect(round == before)
    }

    @Test func `A match seen by an adult ends the showing and is counted separately`() {
        var round = round()
        _ = round.apply(judged(.notYet, in: round))
        let step = round.apply(
            FaceEvent(id: UUID(), showing: 0, action: .seen, elapsedMilliseconds: 10))
        #expect(step.outcome == .seen && step.result?.end == .seen && step.result?.mode == .saw)
        #expect(round.seen == 1 && round.matched == 0)
        var day = FaceDay(day: Day(1), emotion: .happiness, level: 3)
        if let result = step.result { day.count(result) }
        #expect(day.seen == 1 && day.matched == 0 && day.tries == 1 && day.shown == 1)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `Every round ends, counts each event once and can be stored and read back`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        var round = FaceRound(
            id: UUID(), level: 1 + generator.below(5), offered: offeredFaces,
            mixingSeed: generator.below(2) == 0 ? nil : seed)
        var counted: [FaceEvent] = []
        var results: [FaceResult] = []
        var steps = 0
        while !round.isFinished {
            steps += 1
            try #require(steps < 3000)
            let event =
                switch generator.below(10) {
                case 0: judged(.matched, in: round, mode: .hold)
                case 1, 2, 3: judged(.notYet, in: round, progress: generator.fraction())
                case 4: skip(in: round)
                case 5: judged(.cannotJudge, in: round)
                case 6: counted.last ?? skip(in: round)
                case 7:
                    FaceEvent(
                        id: UUID(), showing: round.showing + 1 - 2 * generator.below(2),
                        action: .skip, elapsedMilliseconds: 0)
                default: judged(.notYet, in: round, progress: .nan)
                }
            let before = round
            let step = round.apply(event)
            switch step.outcome {
            case .ignored, .unjudged:
                #expect(round == before && step.result == nil)
            default:
                #expect(round.revision == before.revision + 1)
                #expect((step.result != nil) == (round.showing != before.showing))
                counted.append(event)
                #expect(
                    round.apply(event).outcome
                        == (round.isFinished ? .ignored(.duplicate) : .ignored(.duplicate)))
            }
            if let result = step.result {
                results.append(result)
                #expect((1...round.level).contains(result.levelJudged))
                #expect((0...1).contains(result.bestProgress))
                #expect(offeredFaces[result.levelJudged]?.contains(result.target) == true)
            }
            #expect(round.contradiction == nil)
            if steps.isMultiple(of: 7) {
                let data = try JSONEncoder().encode(round)
                #expect(try JSONDecoder().decode(FaceRound.self, from: data) == round)
            }
        }
        #expect(round.done == round.total)
        let byTarget = Dictionary(grouping: results, by: \.target)
        #expect(byTarget.values.allSatisfy { $0.count <= FaceRound.maximumShowings })
        #expect(byTarget.count == round.total)
        #expect(results.count(where: { $0.end == .matched }) == round.matched)
    }

    @Test func `Excluded emotions are removed, and a current one ends without being counted`() {
        var round = round(level: 1)
        _ = round.apply(judged(.notYet, in: round))
        let before = round
        let nothing = [round.removeTargets([]), round.removeTargets([.contempt])]
        #expect(nothing == [false, false] && round == before)
        // The current target is happiness, which has one try.
        let isChanged = round.removeTargets([.happiness, .fear])
        #expect(isChanged)
        #expect(round.current?.emotion == .neutral && round.triesLeft == 3 && round.showing == 1)
        #expect(round.done == 2 && round.ended == 2 && round.matched == 0)
        #expect(round.contradiction == nil)
        // A delayed picture of it belongs to a showing that is over.
        let late = round.apply(judged(.matched, in: before)).outcome
        #expect(late == .ignored(.stale))
        while let target = round.current {
            #expect(target.emotion != .happiness && target.emotion != .fear)
            _ = round.apply(judged(.matched, in: round))
        }
        #expect(round.isFinished && round.matched == 5 && round.total == 7)
    }

    @Test func `A round with only excluded emotions is finished`() {
        var round = FaceRound(id: UUID(), level: 1, offered: [1: [.anger, .fear]])
        _ = round.apply(skip(in: round))
        round.removeTargets([.anger, .fear])
        #expect(round.isFinished && round.contradiction == nil)
    }

    @Test func `A stored round of another version or with contradictions is rejected`() throws {
        let text = String(decoding: try JSONEncoder().encode(round()), as: UTF8.self)
        for (from, to) in [
            ("\"v\":1", "\"v\":2"), ("\"matched\":0", "\"matched\":1"), ("\"at\":0", "\"at\":3"),
            ("\"level\":3", "\"level\":9"), ("\"wait\":[0,", "\"wait\":[99,"),
        ] {
            let damaged = text.replacing(from, with: to)
            #expect(damaged != text)
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(FaceRound.self, from: Data(damaged.utf8))
            }
        }
    }
}
