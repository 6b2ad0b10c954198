import FamilyAccounts
import FamilyStore
import Foundation
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct SessionTests {
    let test: TestStore
    let account: Account
    let player: PlayerID
    let digest: SessionDigest

    init() async throws {
        test = try TestStore()
        account = try await test.account()
        player = try #require(account.players.first).id
        digest = try .sample(1)
        _ = try await test.store.createSession(digest, account: account.id, player: player)
    }

    private func sittings() async throws -> [SittingSpan] {
        try await test.store.rollUps(player: player).sittings
    }

    @Test func sessionHasItsAccountAndPlayer() async throws {
        let session = try #require(try await test.store.session(digest))
        #expect(session.account == account.id)
        #expect(session.player == player)
        #expect(try await test.store.session(.sample(9)) == nil)
    }

    @Test func A10_thirtyMinutesOfInactivityEndASession() async throws {
        test.clock.advance(by: 30 * 60 - 1)
        #expect(try await test.store.session(digest) != nil)
        test.clock.advance(by: 30 * 60 - 1)
        #expect(try await test.store.session(digest) != nil)
        test.clock.advance(by: 30 * 60)
        #expect(try await test.store.session(digest) == nil)
        #expect(try await test.store.session(digest) == nil)
    }

    @Test func automaticRequestsDoNotExtendASession() async throws {
        for _ in 0..<29 {
            test.clock.advance(by: 60)
            #expect(try await test.store.session(digest, activity: .none) != nil)
        }
        test.clock.advance(by: 60)
        #expect(try await test.store.session(digest, activity: .none) == nil)
    }

    @Test func activeSessionEndsAfterTwelveHours() async throws {
        for _ in 0..<(12 * 60 - 1) {
            test.clock.advance(by: 60)
            #expect(try await test.store.session(digest) != nil)
        }
        test.clock.advance(by: 60)
        #expect(try await test.store.session(digest) == nil)
    }

    @Test func heartbeatsAreStoredAtMostEveryFifteenSeconds() async throws {
        let began = test.clock.now
        test.clock.advance(by: 14)
        #expect(try await test.store.session(digest)?.lastSeenAt == began)
        test.clock.advance(by: 1)
        #expect(try await test.store.session(digest)?.lastSeenAt == test.clock.now)
    }

    @Test func endedSessionIsNotFound() async throws {
        try await test.store.endSession(digest)
        #expect(try await test.store.session(digest) == nil)
        try await test.store.endSession(digest)
    }

    @Test func purgeDeletesOnlyExpiredSessions() async throws {
        test.clock.advance(by: 20 * 60)
        _ = try await test.store.createSession(.sample(2), account: account.id, player: player)
        test.clock.advance(by: 10 * 60)
        #expect(try await test.store.purgeSessions() == 1)
        #expect(try await test.store.session(.sample(2)) != nil)
    }

    @Test func timeInTheApplicationIsMeasuredBetweenHeartbeats() async throws {
        for _ in 0..<10 {
            test.clock.advance(by: 20)
            _ = try await test.store.session(digest)
        }
        // The player is away for twenty minutes and comes back.
        test.clock.advance(by: 20 * 60)
        _ = try await test.store.session(digest)
        test.clock.advance(by: 30)
        try await test.store.endSession(digest)
        let sittings = try await sittings()
        #expect(sittings.map(\.milliseconds) == [230_000])
        #expect(sittings.first?.day == test.store.day(of: test.clock.now))
    }

    @Test func timeInAHiddenTabDoesNotCount() async throws {
        test.clock.advance(by: 20)
        _ = try await test.store.session(digest, activity: .hidden)
        test.clock.advance(by: 100)
        _ = try await test.store.session(digest, activity: .hidden)
        test.clock.advance(by: 100)
        _ = try await test.store.session(digest, activity: .active)
        test.clock.advance(by: 5)
        _ = try await test.store.session(digest, activity: .hidden)
        #expect(try await sittings().map(\.milliseconds) == [25_000])
    }

    @Test func hiddenTabDoesNotExtendASession() async throws {
        for _ in 0..<30 {
            #expect(try await test.store.session(digest, activity: .hidden) != nil)
            test.clock.advance(by: 60)
        }
        #expect(try await test.store.session(digest, activity: .hidden) == nil)
    }

    @Test func clockSetBackSubtractsNoTime() async throws {
        test.clock.advance(by: 60)
        _ = try await test.store.session(digest)
        test.clock.advance(by: -600)
        #expect(try await test.store.session(digest) != nil)
        try await test.store.endSession(digest)
        #expect(try await sittings().map(\.milliseconds) == [60_000])
    }

    @Test func playerOfAnotherAccountGetsNoSession() async throws {
        let other = try await test.player("bob")
        let error = await #expect(throws: StoreError.self) {
            try await test.store.createSession(.sample(5), account: account.id, player: other)
        }
        #expect(error?.code == .notFound)
        let switched = await #expect(throws: StoreError.self) {
            try await test.store.switchPlayer(digest, to: other)
        }
        #expect(switched?.code == .notFound)
        #expect(try await test.store.session(digest)?.player == player)
    }

    @Test func filesDoNotContainTheToken() async throws {
        #expect(SessionDigest(Array(repeating: 1, count: 31)) == nil)
        #expect(SessionDigest(Array(repeating: 1, count: 33)) == nil)
        #expect(try await test.rowCounts()["session"] == 1)
    }
}
