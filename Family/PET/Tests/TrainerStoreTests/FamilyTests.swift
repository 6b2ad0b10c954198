import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

struct FamilyTests {
    private static let child = NewPlayer(name: "Kim", birthYear: 2019)

    @Test func childrenAreAddedRenamedAndRemoved() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let first = try #require(account.players.first).id
        let kim = try await test.store.addPlayer(Self.child, to: account.id, by: .parent)
        #expect(kim.name == "Kim" && kim.badge != account.players.first?.badge)
        try await test.store.changePlayer(
            kim.id, of: account.id, to: .init(name: "Kimmy", birthYear: 2018, gender: "female"),
            by: .parent)
        try await test.store.setBadge(.init(.boat, .green), of: kim.id)
        let changed = try #require(try await test.store.account(account.id)?.player(kim.id))
        #expect(changed.name == "Kimmy" && changed.birthYear == 2018)
        #expect(changed.badge == PlayerBadge(.boat, .green))
        _ = try await test.store.removePlayer(
            kim.id, of: account.id, keeping: nil, by: .parent)
        #expect(try await test.store.account(account.id)?.players.map(\.id) == [first])
        await #expect(throws: StoreError.self) {
            try await test.store.removePlayer(first, of: account.id, keeping: nil, by: .parent)
        }
    }

    @Test func familyHasAtMostTwelveChildren() async throws {
        let test = try TestStore()
        let account = try await test.account()
        for _ in 1..<12 {
            _ = try await test.store.addPlayer(Self.child, to: account.id, by: .parent)
        }
        let error = await #expect(throws: StoreError.self) {
            try await test.store.addPlayer(Self.child, to: account.id, by: .parent)
        }
        #expect(error?.code == .tooManyChildren)
    }

    @Test func childNoteAndDayOfAnotherFamilyAreUnknown() async throws {
        let test = try TestStore()
        let own = try await test.account("ada").id
        let other = try await test.account("bob")
        let child = try #require(other.players.first).id
        let note = try await test.store.addNote(
            "x", on: Day(20_000), player: child, account: other.id, by: .parent)
        func expectNotFound(_ body: () async throws -> Void) async {
            do {
                try await body()
                Issue.record("Another family's data were there.")
            } catch {
                #expect((error as? StoreError)?.code == .notFound)
            }
        }
        let store = test.store
        let mine = try #require(try await store.account(own)?.players.first).id
        await expectNotFound {
            _ = try await store.familyReview(player: child, account: own)
        }
        await expectNotFound {
            _ = try await store.playRecords(player: child, account: own)
        }
        await expectNotFound {
            _ = try await store.export(player: child, of: own)
        }
        await expectNotFound {
            _ = try await store.keptCounts(player: child, account: own)
        }
        await expectNotFound {
            _ = try await store.deleteDay(
                Day(20_000), player: child, account: own, by: .parent)
        }
        await expectNotFound {
            _ = try await store.removePlayer(child, of: own, keeping: nil, by: .parent)
        }
        await expectNotFound {
            try await store.changePlayer(child, of: own, to: Self.child, by: .parent)
        }
        await expectNotFound {
            _ = try await store.addNote(
                "y", on: Day(1), player: child, account: own, by: .parent)
        }
        await expectNotFound {
            try await store.changeNote(
                note.id, to: "y", on: Day(1), player: mine, account: own, by: .parent)
        }
        await expectNotFound {
            try await store.deleteNote(note.id, player: mine, account: own, by: .parent)
        }
        #expect(try await store.notes(player: child).map(\.text) == ["x"])
    }

    @Test func notesAreWrittenChangedDeletedAndLimited() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let child = try #require(account.players.first).id
        let store = test.store
        let longest = String(repeating: "é", count: 2000)
        let note = try await store.addNote(
            longest, on: Day(20_000), player: child, account: account.id, by: .parent)
        for wrong in ["", longest + "x", "a\0b"] {
            let error = await #expect(throws: StoreError.self) {
                try await store.addNote(
                    wrong, on: Day(1), player: child, account: account.id, by: .parent)
            }
            #expect(error?.code == .invalid)
        }
        try await store.changeNote(
            note.id, to: "short", on: Day(20_001), player: child, account: account.id,
            by: .parent)
        let found = try await store.notes(player: child)
        #expect(found.map(\.text) == ["short"] && found.map(\.day) == [Day(20_001)])
        try await store.deleteNote(note.id, player: child, account: account.id, by: .parent)
        #expect(try await store.notes(player: child).isEmpty)
    }

    @Test func sessionOfARemovedChildSwitchesToAnotherAndOthersEnd() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let first = try #require(account.players.first).id
        let kim = try await test.store.addPlayer(Self.child, to: account.id, by: .parent).id
        for byte in [1, 2] as [UInt8] {
            _ = try await test.store.createSession(.sample(byte), account: account.id, player: kim)
        }
        _ = try await test.store.removePlayer(
            kim, of: account.id, keeping: .sample(1), by: .parent)
        #expect(try await test.store.session(.sample(1))?.player == first)
        #expect(try await test.store.session(.sample(2)) == nil)
    }

    @Test func logRecordsEachActionOfAnAdultAndOneViewOnce() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let child = try #require(account.players.first).id
        let store = test.store
        for _ in 0..<3 {
            try await store.note(.looked, .page, of: child, account: account.id, by: .parent)
        }
        test.clock.advance(by: 601)
        try await store.note(.looked, .page, of: child, account: account.id, by: .parent)
        for _ in 0..<2 {
            try await store.note(
                .exported, .everything, of: nil, account: account.id, by: .commandLine)
        }
        let log = try await store.audit(of: account.id)
        #expect(log.map(\.action) == [.exported, .exported, .looked, .looked])
        #expect(log.first?.actor == .commandLine && log.first?.player == nil)
        #expect(log.last?.player == child)
        let other = try await test.account("bob")
        #expect(try await store.audit(of: other.id).isEmpty)
    }

    @Test func deletedAccountTakesNotesAndLogWithIt() async throws {
        let test = try TestStore()
        let account = try await test.account()
        let child = try #require(account.players.first).id
        _ = try await test.store.addNote(
            "unmistakable words", on: Day(1), player: child, account: account.id, by: .parent)
        try await test.store.deleteAccount(account.id)
        let left = try await test.store.read { db in
            try ["note", "audit", "member"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
            }
        }
        #expect(left == [0, 0, 0])
        let bytes = try Data(contentsOf: test.store.file)
        #expect(bytes.range(of: Data("unmistakable words".utf8)) == nil)
    }
}
