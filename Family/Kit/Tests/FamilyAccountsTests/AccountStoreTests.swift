import FamilyStore
import Foundation
import GRDB
import Testing

@testable import FamilyAccounts

/// Checks that an app is called when sessions and members change.
@Suite struct AccountStoreTests {
    let test: TestStore
    let account: Account
    let kim: PlayerID

    init() async throws {
        test = try TestStore()
        account = try await test.account()
        kim = try #require(account.players.first).id
    }

    @Test func appIsCalledWhenASessionBeginsOrIsUsedOrSwitched() async throws {
        let robin = try await test.store.addPlayer(
            NewPlayer(name: "Robin", birthYear: 2019), to: account.id, by: .parent)
        let digest = try SessionDigest.sample(1)
        _ = try await test.store.createSession(digest, account: account.id, player: kim)
        test.clock.advance(by: 20)
        _ = try await test.store.session(digest)
        test.clock.advance(by: Session.longestPause + 1)
        _ = try await test.store.session(digest)
        test.clock.advance(by: 2)
        _ = try await test.store.switchPlayer(digest, to: robin.id)
        test.clock.advance(by: 3)
        try await test.store.endSession(digest)
        let day = 1_800_000_000 / 86_400
        #expect(
            try await test.store.calls() == [
                "begin \(kim.rawValue) on \(day)", "use 20000", "use 0", "use 2000",
                "begin \(robin.id.rawValue) on \(day)", "use 3000",
            ])
    }

    @Test func appIsCalledWhenAnAccountChanges() async throws {
        var changes = AccountChanges()
        changes.birthYear = 2016
        _ = try await test.store.updateAccount(account.id, player: kim, changes: changes)
        #expect(try await test.store.calls() == ["change \(account.id.rawValue)"])
    }

    @Test func recordingsAreDeletedWithTheirAccount() async throws {
        let speech = test.folder.appending(path: HouseholdStore.speechFolder)
        let own = speech.appending(path: "\(account.id.rawValue)")
        let other = speech.appending(path: "\(account.id.rawValue)0")
        for folder in [own, other] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("RIFF".utf8).write(to: folder.appending(path: "a.wav"))
        }
        try await test.store.deleteAccount(account.id)
        #expect(!FileManager.default.fileExists(atPath: own.path))
        #expect(FileManager.default.fileExists(atPath: other.appending(path: "a.wav").path))
    }

    @Test func sessionOfARemovedChildSwitchesToAnotherChild() async throws {
        let robin = try await test.store.addPlayer(
            NewPlayer(name: "Robin", birthYear: 2019), to: account.id, by: .parent)
        let (kept, other) = (try SessionDigest.sample(1), try SessionDigest.sample(2))
        for digest in [kept, other] {
            _ = try await test.store.createSession(digest, account: account.id, player: kim)
        }
        let store = test.store
        try await store.database.write { [account, kim] db in
            try store.removeChild(
                kim, of: account.id, keeping: kept, by: .parent, records: 7, db)
        }
        #expect(try await store.session(kept)?.player == robin.id)
        #expect(try await store.session(other) == nil)
        let entry = try #require(try await store.audit(of: account.id).first)
        #expect(entry.action == .deleted && entry.player == kim && entry.count == 7)
        let begun = try await store.calls().filter { $0.hasPrefix("begin \(robin.id.rawValue) ") }
        #expect(begun.count == 1)
        await #expect(throws: StoreError.self) {
            try await store.database.write { [account] db in
                try store.removeChild(
                    robin.id, of: account.id, keeping: nil, by: .parent, records: 0, db)
            }
        }
        #expect(try await store.account(account.id)?.players.map(\.id) == [robin.id])
    }

    @Test(arguments: [
        (-1.0, 0, -1), (0, 0, 0), (86_399, 0, 0), (86_399, 1, 1), (86_400, -1, 0),
    ])
    func dayFollowsTheClockOfFamilies(seconds: Double, offset: Int, day: Int) throws {
        var options = test.options
        options.offsetFromUTC = { _ in offset }
        let store = try HouseholdStore(
            folder: test.folder.appending(path: "other"), options: options)
        defer { try? store.database.close() }
        #expect(store.database.dayNumber(of: Date(timeIntervalSince1970: seconds)) == day)
    }
}
