import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct RoundStoringTests {
    let test: TestStore
    let player: PlayerID

    init() async throws {
        test = try TestStore()
        player = try await test.player()
    }

    private func begin(_ round: Round = .sample()) async throws -> Round {
        try await test.store.beginRound(round, player: player)
    }

    private func apply(_ event: RoundEvent, to round: Round) async throws -> AppliedEvent {
        try await test.store.apply(event, round: round.id, player: player)
    }

    @Test func roundResumesWhereItWasLeft() async throws {
        var round = try await begin()
        let wrong = try #require(round.wrong())
        #expect(try await apply(wrong, to: round).outcome == .wrong)
        _ = round.apply(wrong)
        #expect(try await test.store.round(round.id, player: player) == round)
        #expect(
            try await test.store.unfinishedRound(player: player, level: .standard(1)) == round)
        #expect(try await test.store.unfinishedRound(player: player, level: .standard(2)) == nil)
    }

    @Test func startingAnUnfinishedLevelResumesItsRound() async throws {
        let first = try await begin()
        let second = try await begin()
        #expect(first == second)
        let other = try await begin(.sample(level: .standard(2)))
        #expect(other != first)
        let bank = try await begin(.sample(level: .questionBank, form: .own))
        #expect(bank.level == .questionBank)
    }

    @Test func twoTabsStartingAtOnceGetTheSameRound() async throws {
        let rounds = await withTaskGroup(of: Round?.self) { group in
            for _ in 0..<8 {
                group.addTask { [test, player] in
                    try? await test.store.beginRound(.sample(), player: player)
                }
            }
            return await group.reduce(into: Set<Round?>()) { $0.insert($1) }
        }
        #expect(rounds.count == 1)
        #expect(rounds.first != .some(nil))
        #expect(try await test.rowCounts()["round"] == 1)
    }

    @Test func repeatedEventGetsTheSameOutcomeAndCountsOnce() async throws {
        let round = try await begin()
        let event = try #require(round.right())
        let first = try await apply(event, to: round)
        let second = try await apply(event, to: round)
        #expect(first.outcome == .right)
        #expect(!first.isRepeated)
        #expect(second.outcome == .right)
        #expect(second.isRepeated)
        #expect(second.round == first.round)
        #expect(try await test.rowCounts()["answer"] == 1)
        let days = try await test.store.rollUps(player: player).emotionDays
        #expect(days.map(\.firstRight) == [1])
    }

    @Test func forgottenEventThatIsRepeatedCountsOnce() async throws {
        var round = try await begin()
        let first = try #require(round.wrong())
        round = try await apply(first, to: round).round
        for _ in 0..<40 {
            round = try await apply(try #require(round.event(.replay)), to: round).round
        }
        #expect(try await apply(first, to: round).outcome == .wrong)
        #expect(try await test.store.round(round.id, player: player) == round)
    }

    @Test func ignoredEventsAreNotStored() async throws {
        let round = try await begin()
        var stale = try #require(round.right())
        stale.presentation = 5
        #expect(try await apply(stale, to: round).outcome == .ignored(.stale))
        let huge = String(repeating: "x", count: 10_000_000)
        let never = try #require(round.event(.answer(huge)))
        #expect(try await apply(never, to: round).outcome == .ignored(.notOffered))
        #expect(try await test.rowCounts()["answer"] == nil)
        #expect(try await test.store.rollUps(player: player).isEmpty)
        #expect(try await test.store.round(round.id, player: player) == round)
    }

    @Test func roundOfAnotherPlayerIsNeitherShownNorChanged() async throws {
        let round = try await begin()
        let event = try #require(round.right())
        _ = try await apply(event, to: round)
        let other = try await test.player("bob")
        #expect(try await test.store.round(round.id, player: other) == nil)
        let next = try #require(try await test.store.round(round.id, player: player)?.right())
        for event in [event, next] {
            let error = await #expect(throws: StoreError.self) {
                try await test.store.apply(event, round: round.id, player: other)
            }
            #expect(error?.code == .notFound)
        }
        #expect(try await test.rowCounts()["answer"] == 1)
        #expect(try await test.store.rollUps(player: other).isEmpty)
    }

    @Test func eventNameOfAnotherPlayerRevealsNothing() async throws {
        let mine = try await begin()
        let event = try #require(mine.right())
        _ = try await apply(event, to: mine)
        let other = try await test.player("bob")
        let theirs = try await test.store.beginRound(.sample(), player: other)
        let same = RoundEvent(
            id: event.id, question: event.question, presentation: 0, action: .skip,
            elapsedMilliseconds: 10)
        let applied = try await test.store.apply(same, round: theirs.id, player: other)
        #expect(applied.outcome == .skipped)
        #expect(!applied.isRepeated)
    }

    @Test func roundForAnUnknownPlayerIsRejected() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await test.store.beginRound(.sample(), player: PlayerID(rawValue: 99))
        }
        #expect(error?.code == .notFound)
        let unknown = await #expect(throws: StoreError.self) {
            try await test.store.apply(
                try #require(Round.sample().right()), round: UUID(), player: player)
        }
        #expect(unknown?.code == .notFound)
    }

    @Test func finishedRoundIsAvailableForADayAndItsAnswersStay() async throws {
        var round = try await begin(.sample(2))
        while let event = round.right() { round = try await apply(event, to: round).round }
        #expect(round.isFinished)
        #expect(try await test.store.unfinishedRound(player: player, level: round.level) == nil)
        test.clock.advance(by: 3600)
        _ = try await begin()
        #expect(try await test.store.round(round.id, player: player) == round)
        test.clock.advance(by: 86_400)
        let next = try await begin()
        var other = next
        while let event = other.right() { other = try await apply(event, to: other).round }
        _ = try await begin()
        #expect(try await test.store.round(round.id, player: player) == nil)
        #expect(try await test.rowCounts()["answer"] == 6)
        let account = try await test.store.credentials(login: "ada")?.account
        let export = try await test.store.export(try #require(account).id)
        #expect(export.players.first?.rounds.first?.answers.count == 2)
    }

    @Test func unreadableRoundIsClosedAndANewOneStarted() async throws {
        let round = try await begin()
        _ = try await apply(try #require(round.right()), to: round)
        try await test.store.write { db in
            try db.execute(sql: "UPDATE round SET state = '{\"v\": 99}'")
        }
        #expect(try await test.store.unfinishedRound(player: player, level: round.level) == nil)
        let new = try await begin()
        #expect(new.id != round.id)
        #expect(try await test.rowCounts()["answer"] == 1)
    }

    @Test func timeOutOfRangeIsClamped() async throws {
        var round = try await begin()
        round = try await apply(
            try #require(round.event(.tip, after: .max)), to: round
        ).round
        _ = try await apply(try #require(round.event(.replay, after: -7)), to: round)
        let times = try await test.store.read { db in
            try Int.fetchAll(db, sql: "SELECT elapsed_milliseconds FROM answer ORDER BY revision")
        }
        #expect(times == [3_600_000, 0])
    }

    @Test func C3_resetDeletesOnlyThePlayersHistory() async throws {
        let other = try await test.player("bob")
        for someone in [player, other] {
            let round = try await test.store.beginRound(.sample(form: .own), player: someone)
            _ = try await test.store.apply(
                try #require(round.right()), round: round.id, player: someone)
        }
        _ = try await test.store.updateSettings(of: player) { $0.volume = 50 }
        try await test.store.resetProgress(player: player)
        #expect(try await test.store.rollUps(player: player).isEmpty)
        #expect(try await test.store.history(player: player).history.questions.isEmpty)
        #expect(try await test.store.unfinishedRound(player: player, level: .standard(1)) == nil)
        #expect(try await test.store.settings(of: player).volume == 50)
        #expect(try await !test.store.rollUps(player: other).isEmpty)
        let counts = try await test.rowCounts()
        #expect(counts["answer"] == 1)
        #expect(counts["question"] == 1)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func resetRestartsARunningSitting() async throws {
        let account = try #require(try await test.store.credentials(login: "ada")).account
        _ = try await test.store.createSession(.sample(1), account: account.id, player: player)
        test.clock.advance(by: 60)
        _ = try await test.store.session(.sample(1))
        try await test.store.resetProgress(player: player)
        #expect(try await test.store.session(.sample(1)) != nil)
        test.clock.advance(by: 20)
        _ = try await test.store.session(.sample(1))
        let sittings = try await test.store.rollUps(player: player).sittings
        #expect(sittings.map(\.milliseconds) == [20_000])
    }

    @Test func B2_levelsReportCompletedAndOpenRounds() async throws {
        var round = try await begin(.sample(2))
        while let event = round.right() { round = try await apply(event, to: round).round }
        let second = try await begin(.sample(level: .standard(2)))
        _ = try await begin(.sample(level: .standard(3)))
        _ = try await apply(try #require(second.wrong()), to: second)
        let progress = try await test.store.levelsProgress(player: player)
        #expect(progress.map(\.level.description) == ["1", "2", "3", "4", "5", "bank"])
        #expect(progress.map(\.completed) == [1, 0, 0, 0, 0, 0])
        #expect(progress.map(\.isResumable) == [false, true, false, false, false, false])
    }
}
