import FamilyAccounts
import FamilyStore
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct NoteQuotaTests {
    let test: TestStore
    let store: TrainerStore

    init() throws {
        test = try TestStore()
        store = test.store
    }

    private func fill(_ count: Int, _ text: String, of player: PlayerID) async throws {
        try await store.pool.write { db in
            for number in 0..<count {
                try db.execute(
                    sql: """
                        INSERT INTO note (player, day, text, created_at, changed_at)
                        VALUES (?, ?, ?, 1, 1)
                        """, arguments: [player.rawValue, 20_000 + number, text])
            }
        }
    }

    private func add(_ text: String, to player: PlayerID, of account: AccountID) async throws
        -> Note
    {
        try await store.addNote(
            text, on: Day(20_000), player: player, account: account, by: .parent)
    }

    @Test func numberOfNotesOfAFamilyIsLimited() async throws {
        let account = try await test.account()
        let first = try #require(account.players.first).id
        let second = try await store.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2016), to: account.id, by: .parent
        ).id
        try await fill(Note.mostOfFamily - 1, "x", of: first)
        let last = try await add("the last", to: second, of: account.id)
        let error = await #expect(throws: StoreError.self) {
            try await add("one more", to: second, of: account.id)
        }
        #expect(error?.code == .tooManyNotes)
        #expect(try await store.notes(player: second).map(\.text) == ["the last"])
        // Another family has its own quota, and deleting a note frees space.
        let other = try await test.account("bob")
        _ = try await add("x", to: try #require(other.players.first).id, of: other.id)
        try await store.deleteNote(last.id, player: second, account: account.id, by: .parent)
        _ = try await add("one more", to: second, of: account.id)
    }

    @Test func totalSizeOfNotesOfAFamilyIsLimited() async throws {
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let long = String(repeating: "漢", count: Note.mostCharacters)
        try await fill(Note.mostBytesOfFamily / long.utf8.count, long, of: player)
        let error = await #expect(throws: StoreError.self) {
            try await add(long, to: player, of: account.id)
        }
        #expect(error?.code == .tooManyNotes)
        let short = try await add("short", to: player, of: account.id)
        let longer = await #expect(throws: StoreError.self) {
            try await store.changeNote(
                short.id, to: long, on: Day(20_000), player: player, account: account.id,
                by: .parent)
        }
        #expect(longer?.code == .tooManyNotes)
        try await store.changeNote(
            short.id, to: "less", on: Day(20_000), player: player, account: account.id,
            by: .parent)
    }

    @Test func reviewShowsOnePageOfNotesAndAllDaysWithNotes() async throws {
        let account = try await test.account()
        let player = try #require(account.players.first).id
        try await fill(NotePage.size + 7, "x", of: player)
        let first = try await store.familyReview(player: player, account: account.id)
        #expect(first.notes.count == NotePage.size && first.noteDays.count == NotePage.size + 7)
        #expect(first.notes.map(\.day) == Array(first.noteDays.prefix(NotePage.size)))
        let second = try await store.familyReview(
            player: player, account: account.id, notes: NotePage(2))
        #expect(second.notes.map(\.day) == Array(second.noteDays.suffix(7)))
        let none = try await store.familyReview(
            player: player, account: account.id, notes: NotePage(.max))
        #expect(none.notes.isEmpty)
    }

    @Test func childrenAddedAtOnceStayWithinTheLimit() async throws {
        let account = try await test.account()
        let codes = await withTaskGroup(of: StoreError.Code?.self) { [store] group in
            for number in 0..<30 {
                group.addTask {
                    do throws(StoreError) {
                        _ = try await store.addPlayer(
                            NewPlayer(name: "Kim \(number)", birthYear: 2016), to: account.id,
                            by: .parent)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == HouseholdKind.family.mostPlayers - 1)
        #expect(codes.allSatisfy { $0 == nil || $0 == .tooManyChildren })
    }
}
