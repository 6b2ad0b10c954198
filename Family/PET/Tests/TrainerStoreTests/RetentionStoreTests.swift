import FacialFunWire
import FamilyAccounts
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct RetentionStoreTests {
    private static let day = 86_400.0

    @Test func unusedAccountIsNotifiedThenDeletedAndAUsedOneIsKept() async throws {
        let test = try TestStore()
        let unused = try await test.account("unused")
        let used = try await test.account("used")
        test.clock.advance(by: 700 * Self.day)
        _ = try await test.store.countLogin(used.login, succeeded: true)
        test.clock.advance(by: 40 * Self.day)

        #expect(try await test.store.retentionPlan().notified.map(\.account) == [unused.id])
        let first = try await test.store.applyRetention()
        #expect(first.notified.map(\.username) == ["unused"])
        #expect(first.notified.map(\.email) == ["unused@example.org"])
        #expect(try await test.store.applyRetention().waiting.map(\.account) == [unused.id])
        test.clock.advance(by: 59 * Self.day)
        #expect(try await test.store.applyRetention().deleted.isEmpty)
        test.clock.advance(by: Self.day)
        #expect(try await test.store.applyRetention().deleted == [unused.id])
        #expect(try await test.store.account(unused.id) == nil)
        #expect(try await test.store.account(used.id) != nil)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func accountSignedInAfterTheNoticeStays() async throws {
        let test = try TestStore()
        let account = try await test.account()
        test.clock.advance(by: 731 * Self.day)
        _ = try await test.store.applyRetention()
        test.clock.advance(by: 30 * Self.day)
        _ = try await test.store.countLogin(account.login, succeeded: true)
        test.clock.advance(by: 31 * Self.day)
        let plan = try await test.store.applyRetention()
        #expect(plan.withdrawn == [account.id] && plan.deleted.isEmpty)
        #expect(try await test.store.account(account.id) != nil)
    }

    @Test func clockYearsAheadOrBehindDeletesNothing() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        var generator = SeededGenerator(seed: 3)
        try await PortalStoreTests.play(player, in: test, rounds: 2, by: &generator)
        let right = test.clock.now
        let rows = try await test.rowCounts()
        for years in [12.0, -40] {
            test.clock.set(right.addingTimeInterval(years * 365 * Self.day))
            // Play while the clock is wrong must not count as proof of the date.
            if years > 0 {
                _ = try await test.store.countLogin(account.login, succeeded: true)
                try await PortalStoreTests.play(player, in: test, rounds: 1, by: &generator)
            }
            let plan = try await test.store.applyRetention()
            #expect(plan.deleted.isEmpty && plan.rounds == 0)
        }
        test.clock.set(right)
        _ = try await test.store.applyRetention()
        #expect(try await test.rowCounts()["answer"] ?? 0 > rows["answer"] ?? 0)
        #expect(try await test.store.account(account.id) != nil)
        #expect(try await test.store.check().isEmpty)
    }

    @Test func answersOlderThanFiveYearsBecomeSumsAndTotalsStay() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        var generator = SeededGenerator(seed: 2)
        for number in 1...3 {
            let digest = try SessionDigest.sample(UInt8(number))
            _ = try await test.store.createSession(digest, account: account.id, player: player)
            try await PortalStoreTests.play(player, in: test, rounds: 4, by: &generator)
            test.clock.advance(by: 600)
            _ = try await test.store.session(digest)
            try await test.store.endSession(digest)
            test.clock.advance(by: Self.day)
        }
        // The account is in use, but its first answers are old.
        test.clock.advance(by: 1900 * Self.day)
        _ = try await test.store.countLogin(account.login, succeeded: true)
        try await PortalStoreTests.play(player, in: test, rounds: 2, by: &generator)
        test.clock.advance(by: 61 * Self.day)
        try await PortalStoreTests.play(player, in: test, rounds: 1, by: &generator)
        let before = try await test.store.rollUps(player: player)
        let faces = try await test.store.faceDays(player: player)
        let sums = try await PortalStoreTests.rows(player, in: test)
        let answers = try await test.rowCounts()["answer"] ?? 0

        let plan = try await test.store.retentionPlan()
        #expect(plan.rounds > 3 && plan.notified.isEmpty)
        #expect(try await test.store.applyRetention().rounds == plan.rounds)
        let left = try await test.rowCounts()
        #expect((left["answer"] ?? 0) > 0 && (left["answer"] ?? 0) < answers)
        let after = try await test.store.rollUps(player: player)
        #expect(after.emotionDays == before.emotionDays)
        #expect(after.confusions == before.confusions)
        #expect(after.rounds == before.rounds)
        #expect(try await test.store.faceDays(player: player) == faces)
        func milliseconds(_ rollUps: RollUps) -> Int {
            rollUps.sittings.map(\.milliseconds).reduce(0, +)
        }
        #expect(milliseconds(after) == milliseconds(before))
        // The portal's sums stay the same, even after a recount.
        #expect(try await PortalStoreTests.rows(player, in: test) == sums)
        #expect(try await test.store.rebuildPortal().differing == 0)
        #expect(try await PortalStoreTests.rows(player, in: test) == sums)
        #expect(try await test.store.check().isEmpty)
        // The second run has nothing to do.
        let second = try await test.store.retentionPlan()
        #expect(second.rounds == 0 && second.sittings == 0)
    }
}
