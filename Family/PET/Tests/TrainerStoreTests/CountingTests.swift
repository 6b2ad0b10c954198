import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// Plays at random, and compares the counts in the database with the rules applied to the same
/// events.
@Suite struct CountingTests {
    /// Counts according to the rules, kept in memory.
    struct Ledger {
        var days: [String: EmotionDay] = [:]
        var confusions: [String: ConfusionCount] = [:]
        var history = PlayHistory(today: Day(0))

        mutating func count(
            _ event: RoundEvent, outcome: RoundOutcome, in before: Round, on day: Day, sitting: Int
        ) {
            guard let item = before.current else { return }
            let skill = before.skill(of: item)
            let key = "\(day) \(skill)"
            days[key, default: EmotionDay(day: day, emotion: skill.emotion, level: skill.level)]
                .count(event, outcome: outcome, of: item, in: before)
            if let one = ConfusionCount(event, outcome: outcome, of: item, in: before) {
                let key = "\(one.shown) \(one.chosen)"
                confusions[key, default: .init(shown: one.shown, chosen: one.chosen, count: 0)]
                    .count += 1
            }
            history.today = day
            history.record(event, outcome: outcome, of: item, in: before, sitting: sitting)
        }
    }

    @Test(arguments: 1...6)
    func databaseCountsMatchTheRules(seed: UInt64) async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        var generator = SeededGenerator(seed: seed)
        var ledger = Ledger()
        var started = 0
        for sitting in 1...4 {
            let digest = try SessionDigest.sample(UInt8(sitting))
            _ = try await test.store.createSession(digest, account: account.id, player: player)
            for level in [PlayedLevel.standard(1), .standard(2), .questionBank] {
                var round = try await test.store.beginRound(.sample(level: level), player: player)
                if round.revision == 0 { started += 1 }
                for _ in 0..<Int.random(in: 3...30, using: &generator) {
                    guard let event = round.anyEvent(by: &generator) else { break }
                    var model = round
                    let outcome = model.apply(event)
                    let applied = try await test.store.apply(
                        event, round: round.id, player: player)
                    #expect(applied.outcome == outcome)
                    #expect(applied.round == model)
                    ledger.count(
                        event, outcome: outcome, in: round, on: test.store.day(of: test.clock.now),
                        sitting: sitting)
                    round = model
                    test.clock.advance(by: 3)
                }
            }
            test.clock.advance(by: 86_400)
        }

        let rollUps = try await test.store.rollUps(player: player)
        let wanted = ledger.days.values.filter { row in
            EmotionDay.counts.contains { row[keyPath: $0] > 0 }
        }
        #expect(Set(rollUps.emotionDays) == Set(wanted))
        #expect(Set(rollUps.confusions) == Set(ledger.confusions.values))
        #expect(rollUps.rounds.map(\.started).reduce(0, +) == started)
        let progress = try await test.store.levelsProgress(player: player)
        #expect(
            rollUps.rounds.map(\.completed).reduce(0, +)
                == progress.map(\.completed).reduce(0, +))

        let history = try await test.store.history(player: player).history
        #expect(history.questions == ledger.history.questions)
        #expect(history.skills.keys == ledger.history.skills.keys)
        for (skill, record) in ledger.history.skills {
            let stored = try #require(history.skills[skill])
            #expect(stored.help == record.help)
            #expect(stored.confusions == record.confusions)
            #expect(Set(stored.tallies) == Set(record.tallies))
        }
        #expect(try await test.store.check().isEmpty)
    }

    @Test func repeatedQuestionOfALowerLevelCountsForThatLevel() async throws {
        let test = try TestStore()
        let player = try await test.player()
        let questions = [1, 2, 2].enumerated().map { number, level in
            Question(
                id: "q\(number)", level: level, emotion: .fear, form: .cartoon, picture: nil,
                answers: [.init(id: "fear", emotion: .fear), .init(id: "anger", emotion: .anger)],
                right: "fear")
        }
        var round = try await test.store.beginRound(
            Round(id: UUID(), level: .standard(2), questions: questions, seed: 1), player: player)
        while let event = round.right() {
            round = try await test.store.apply(event, round: round.id, player: player).round
        }
        let rollUps = try await test.store.rollUps(player: player)
        let right = rollUps.emotionDays.map { ($0.level, $0.firstRight) }
        #expect(right.map(\.0) == [.standard(1), .standard(2)] && right.map(\.1) == [1, 2])
        // The round itself is of level 2.
        #expect(rollUps.rounds.map(\.level) == [.standard(2)])
        let skills = try await test.store.history(player: player).history.skills.keys
        #expect(Set(skills.map(\.level)) == Set(rollUps.emotionDays.map(\.level)))
    }

    @Test func dayDependsOnTheFamilysTimeZone() async throws {
        let test = try TestStore { $0.offsetFromUTC = { _ in 2 * 3600 } }
        let player = try await test.player()
        test.clock.set(try #require(ISO8601DateFormatter().date(from: "2026-11-22T22:30:00Z")))
        let round = try await test.store.beginRound(.sample(), player: player)
        _ = try await test.store.apply(
            try #require(round.right()), round: round.id, player: player)
        let rollUps = try await test.store.rollUps(player: player)
        #expect(rollUps.emotionDays.map(\.day.description) == ["2026-11-23"])
        #expect(rollUps.rounds.map(\.day.description) == ["2026-11-23"])
    }

    @Test func historyIncludesTheCurrentSitting() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        #expect(try await test.store.history(player: player).lastQuestion == nil)
        let digest = try SessionDigest.sample(1)
        _ = try await test.store.createSession(digest, account: account.id, player: player)
        var round = try await test.store.beginRound(.sample(2), player: player)
        let last = try #require(round.upcoming(1).first)
        while let event = round.right() {
            test.clock.advance(by: 20)
            _ = try await test.store.session(digest)
            round = try await test.store.apply(event, round: round.id, player: player).round
        }
        let history = try await test.store.history(player: player)
        #expect(history.lastQuestion == last.id)
        #expect(history.history.last?.emotion == last.emotion)
        #expect(history.sittingRounds == 1)
        #expect(history.sittingMilliseconds == 40_000)
        _ = try await test.store.createSession(.sample(2), account: account.id, player: player)
        #expect(try await test.store.history(player: player).lastQuestion == nil)
    }

    @Test func changedQuestionGetsASeparateRow() async throws {
        let test = try TestStore()
        let player = try await test.player()
        for level in [1, 2] {
            let question = Question(
                id: "q", level: level, emotion: .fear, form: .cartoon, picture: nil,
                answers: [.init(id: "fear", emotion: .fear), .init(id: "anger", emotion: .anger)],
                right: "fear")
            let round = try await test.store.beginRound(
                Round(id: UUID(), level: .standard(level), questions: [question], seed: 1),
                player: player)
            _ = try await test.store.apply(
                try #require(round.right()), round: round.id, player: player)
        }
        #expect(try await test.rowCounts()["question"] == 2)
    }
}
