import Foundation
import Testing

@testable import FamilyAccounts

struct ParentPartTests {
    @Test func parentPartIsOpenForTenMinutes() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let digest = try SessionDigest.sample(1)
        let session = try await test.store.createSession(
            digest, account: account.id, player: player)
        #expect(session.parentUntil == nil)
        let opened = try #require(try await test.store.openParentPart(digest))
        #expect(opened.parentUntil == test.clock.now.addingTimeInterval(600))
        test.clock.advance(by: 599)
        #expect(try await test.store.session(digest)?.parentUntil != nil)
        test.clock.advance(by: 1)
        #expect(try await test.store.session(digest)?.parentUntil == nil)
    }

    @Test func parentPartClosesManuallyOrWithAnotherChildOrANewPIN() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let digest = try SessionDigest.sample(1)
        _ = try await test.store.createSession(digest, account: account.id, player: player)
        let isOpen = { try await test.store.session(digest)?.parentUntil != nil }

        _ = try await test.store.openParentPart(digest)
        #expect(try await isOpen())
        try await test.store.closeParentPart(digest)
        #expect(try await !isOpen())

        _ = try await test.store.openParentPart(digest)
        _ = try await test.store.switchPlayer(digest, to: player)
        #expect(try await !isOpen())

        _ = try await test.store.openParentPart(digest)
        var changes = AccountChanges()
        changes.pinHash = "another"
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        #expect(try await !isOpen())
    }

    @Test func parentPartOfOtherSessionsStaysClosed() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        for byte in [1, 2] as [UInt8] {
            _ = try await test.store.createSession(
                .sample(byte), account: account.id, player: player)
        }
        _ = try await test.store.openParentPart(.sample(1))
        #expect(try await test.store.session(.sample(2))?.parentUntil == nil)
        #expect(try await test.store.openParentPart(.sample(3)) == nil)
    }

    @Test func expiredSessionCannotBeOpened() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        _ = try await test.store.createSession(.sample(1), account: account.id, player: player)
        test.clock.advance(by: Session.idleLimit)
        #expect(try await test.store.openParentPart(.sample(1)) == nil)
    }

    @Test func clockSetBackDoesNotKeepTheParentPartOpen() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let player = try #require(account.players.first).id
        _ = try await test.store.createSession(.sample(1), account: account.id, player: player)
        _ = try await test.store.openParentPart(.sample(1))
        test.clock.advance(by: -3600)
        #expect(try await test.store.session(.sample(1))?.parentUntil == nil)
    }
}
