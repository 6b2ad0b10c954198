import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// Limits on the number of records that children and parents create.
@Suite struct QuotaTests {
    let test: TestStore
    let account: Account
    let player: PlayerID

    init() async throws {
        test = try TestStore()
        account = try await test.account()
        player = account.players[0].id
    }

    private func count(_ sql: String) async throws -> Int {
        try await test.store.pool.read { db in try Int.fetchOne(db, sql: sql) ?? 0 }
    }

    @Test func additionalSessionEndsTheLeastRecentlyUsedOne() async throws {
        let most = Session.mostOfHousehold
        for number in 0..<most {
            var bytes = Data(count: 32)
            bytes[0] = UInt8(number)
            let digest = try #require(SessionDigest(bytes))
            _ = try await test.store.createSession(digest, account: account.id, player: player)
            test.clock.advance(by: 1)
        }
        let other = try await test.account("bob")
        _ = try await test.store.createSession(
            .sample(250), account: other.id, player: other.players[0].id)
        _ = try await test.store.createSession(.sample(251), account: account.id, player: player)
        #expect(try await count("SELECT count(*) FROM session WHERE household = 1") == most)
        #expect(try await test.store.session(.sample(251)) != nil)
        #expect(try await test.store.session(.sample(250)) != nil)
        var first = Data(count: 32)
        #expect(try await test.store.session(#require(SessionDigest(first))) == nil)
        first[0] = 1
        #expect(try await test.store.session(#require(SessionDigest(first))) != nil)
    }

    @Test func sittingsPerDayAreLimited() async throws {
        _ = try await test.store.createSession(.sample(1), account: account.id, player: player)
        for _ in 0..<TrainerStore.mostSittingsOfDay + 5 {
            _ = try await test.store.switchPlayer(.sample(1), to: player)
        }
        #expect(try await count("SELECT count(*) FROM sitting") == TrainerStore.mostSittingsOfDay)
        test.clock.advance(by: 86_400 - 60)
        _ = try await test.store.createSession(.sample(2), account: account.id, player: player)
        #expect(
            try await count("SELECT count(*) FROM sitting") == TrainerStore.mostSittingsOfDay + 1)
    }

    @Test(arguments: ["round", "face_round"])
    func roundsPerDayAreLimited(table: String) async throws {
        let day = test.store.day(of: test.clock.now).number
        let player = player
        try await test.store.pool.write { db in
            for number in 0..<TrainerStore.mostRoundsOfDay {
                try db.execute(
                    sql: """
                        INSERT INTO \(table) (
                            name, player, level, day, started_at, last_at, finished_at, revision)
                        VALUES (?, ?, 1, ?, 1, 1, 1, 1)
                        """,
                    arguments: [
                        UUID().bytes, player.rawValue, day - (number == 0 ? 1 : 0),
                    ])
            }
        }
        // Yesterday's round does not count, so one more is allowed.
        try await begin(table)
        let error = await #expect(throws: StoreError.self) { try await begin(table) }
        #expect(error?.code == .tooManyRounds)
        test.clock.advance(by: 86_400)
        try await begin(table)
    }

    /// Begins a round and ends it immediately.
    private func begin(_ table: String) async throws {
        if table == "round" {
            _ = try await test.store.beginRound(.sample(), player: player)
        } else {
            _ = try await test.store.beginFaceRound(
                FaceRound(id: UUID(), level: 1, offered: [1: [.happiness]]), player: player)
        }
        try await test.store.pool.write { db in
            try db.execute(sql: "UPDATE \(table) SET finished_at = 1 WHERE finished_at IS NULL")
        }
    }

    @Test func repeatedEventsOfARoundAreAnsweredButNotAllStored() async throws {
        var round = try await test.store.beginRound(.sample(), player: player)
        for _ in 0..<TrainerStore.mostNotesOfRound + 3 {
            let question = try #require(round.current)
            let event = RoundEvent(
                id: UUID(), question: question.id, presentation: round.presentation,
                action: .replay, elapsedMilliseconds: 1)
            let applied = try await test.store.apply(event, round: round.id, player: player)
            #expect(applied.outcome == .noted)
            round = applied.round
        }
        #expect(try await count("SELECT count(*) FROM answer") == TrainerStore.mostNotesOfRound)
        // The round continues.
        let wrong = try #require(round.wrong())
        #expect(
            try await test.store.apply(wrong, round: round.id, player: player).outcome == .wrong)
    }

    @Test func logKeepsTheLatestEntriesAndIsPaged() async throws {
        let id = account.id
        try await test.store.pool.write { db in
            for second in 0..<AuditEntry.mostOfAccount + 20 {
                try db.execute(
                    sql: """
                        INSERT INTO audit (account, player, at, actor, action, subject)
                        VALUES (?, NULL, ?, 'parent', 'changed', 'account')
                        """, arguments: [id.rawValue, second * 1000])
            }
        }
        try await test.store.note(.exported, .everything, of: nil, account: id, by: .parent)
        #expect(try await test.store.auditCount(of: id) == AuditEntry.mostOfAccount)
        let first = try await test.store.audit(of: id)
        #expect(first.count == AuditPage.size && first.first?.action == .exported)
        let second = try await test.store.audit(of: id, page: AuditPage(2))
        #expect(second.count == AuditPage.size)
        #expect(try #require(second.first).at < #require(first.last).at)
        let last = try await test.store.audit(of: id, page: AuditPage(.max))
        // 20 entries are above the limit, plus one for the export.
        #expect(last.count == AuditPage.size && last.last?.at == Date(timeIntervalSince1970: 21))
    }

    @Test func exportListsTheAppsAParentChose() async throws {
        try await test.store.setEnabledApps(
            [player: ["pet": false, "prep": true]], of: account.id)
        let export = try await test.store.export(account.id)
        #expect(export.players[0].enabledApps == ["pet": false, "prep": true])
        let session = try await test.store.createSession(
            .sample(1), account: account.id, player: player)
        #expect(session.appChoices == ["pet": false, "prep": true])
        #expect(try await test.store.session(.sample(1))?.appChoices == session.appChoices)
    }
}
