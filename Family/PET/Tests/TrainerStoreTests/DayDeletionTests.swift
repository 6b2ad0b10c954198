import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

struct DayDeletionTests {
    private let tables = [
        "emotion_day", "confusion", "round_count", "question_history", "skill", "skill_sitting",
        "plant",
    ]

    /// Plays a round at random; stops after `answers` events.
    private func play(
        _ test: TestStore, _ player: PlayerID, seed: UInt64, answers: Int = .max
    ) async throws {
        var dice = SeededGenerator(seed: seed)
        var round = try await test.store.beginRound(.sample(6), player: player)
        var count = 0
        while count < answers, let event = round.anyEvent(by: &dice) {
            round = try await test.store.apply(event, round: round.id, player: player).round
            count += 1
            test.clock.advance(by: 5)
        }
    }

    /// The rows of a table without the player's number, as text.
    private func rows(_ table: String, of player: PlayerID, _ test: TestStore) async throws
        -> [String]
    {
        try await test.store.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM \(table) WHERE player = ?", arguments: [player.rawValue]
            ).map { row in
                // The numbers of sittings are shared by all players.
                row.filter { !["id", "player", "sitting"].contains($0.0) }
                    .map { "\($0.0)=\($0.1)" }.joined(separator: " ")
            }.sorted()
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func deletedDayLeavesNoTraceInAnyFigure(_ seed: UInt64) async throws {
        // Two children play the same, but one plays an additional day, which is then deleted.
        let test = try TestStore()
        let account = try await test.account()
        let one = try #require(account.players.first).id
        let other = try await test.store.addPlayer(
            .init(name: "Kim", birthYear: 2019), to: account.id, by: .parent
        ).id
        let start = test.clock.now
        for player in [one, other] {
            test.clock.set(start)
            _ = try await test.store.createSession(
                .sample(UInt8(player.rawValue)), account: account.id, player: player)
            try await play(test, player, seed: seed)
            test.clock.set(start.addingTimeInterval(86_400))
            if player == other {
                _ = try await test.store.createSession(
                    .sample(100), account: account.id, player: player)
                try await play(test, player, seed: seed &+ 100)
                try await play(test, player, seed: seed &+ 200, answers: 3)
                _ = try await test.store.addNote(
                    "x", on: Day(20_834), player: player, account: account.id, by: .parent)
                try await test.store.endSession(.sample(100))
            }
            test.clock.set(start.addingTimeInterval(2 * 86_400))
            _ = try await test.store.createSession(
                .sample(UInt8(player.rawValue) + 50), account: account.id, player: player)
        }
        let day = test.store.day(of: start) + 1
        let before = try await test.store.keptCounts(
            player: other, on: day, account: account.id)
        let went = try await test.store.deleteDay(
            day, player: other, account: account.id, by: .parent)
        #expect(went.answers == before.answers && went.answers > 3)
        #expect(went.rounds == 2)
        let left = try await test.store.keptCounts(player: other, on: day, account: account.id)
        #expect(left.records == 0)
        for table in tables {
            let left = try await rows(table, of: other, test)
            let wanted = try await rows(table, of: one, test)
            #expect(left == wanted, "\(table)")
        }
        #expect(try await test.store.check().isEmpty)
        let entry = try #require(try await test.store.audit(of: account.id).first)
        #expect(entry.action == .deleted && entry.subject == .day && entry.player == other)
        #expect(entry.count == went.records)
    }

    @Test func roundAcrossMidnightLosesOnlyTheDeletedDay() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let day = test.store.day(of: test.clock.now)
        try await play(test, player, seed: 3, answers: 3)
        test.clock.advance(by: 86_400)
        try await play(test, player, seed: 4)
        _ = try await test.store.deleteDay(day, player: player, account: account.id, by: .parent)
        let rollUps = try await test.store.rollUps(player: player)
        #expect(rollUps.emotionDays.allSatisfy { $0.day == day + 1 })
        #expect(rollUps.rounds.map(\.day) == [day + 1])
        #expect(rollUps.rounds.map(\.started) == [1] && rollUps.rounds.map(\.completed) == [1])
        #expect(try await test.store.daysKept(player: player) == [day + 1])
    }

    @Test func roundInAnotherTabEndsWhenItsDayIsDeleted() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let round = try await test.store.beginRound(.sample(6), player: player)
        let event = try #require(round.right())
        _ = try await test.store.apply(event, round: round.id, player: player)
        _ = try await test.store.deleteDay(
            test.store.day(of: test.clock.now), player: player, account: account.id, by: .parent)
        let error = await #expect(throws: StoreError.self) {
            try await test.store.apply(event, round: round.id, player: player)
        }
        #expect(error?.code == .notFound)
        // A new round can be started.
        _ = try await test.store.beginRound(.sample(6), player: player)
    }

    @Test func deletingADayWithoutPlayChangesNothing() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        try await play(test, player, seed: 9)
        let before = try await test.store.export(player: player, of: account.id)
        let went = try await test.store.deleteDay(
            Day(1), player: player, account: account.id, by: .parent)
        #expect(went.records == 0)
        let after = try await test.store.export(player: player, of: account.id)
        #expect(after.rollUps == before.rollUps && after.rounds.count == before.rounds.count)
    }
}
