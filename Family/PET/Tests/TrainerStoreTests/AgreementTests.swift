import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing

@testable import TrainerStore

/// The agreements of an account, with version and time (A15).
@Suite struct AgreementTests {
    let test: TestStore

    init() throws { test = try TestStore() }

    @Test func A15_newAccountStoresItsAgreements() async throws {
        let account = try await test.account()
        let now = test.clock.now
        #expect(
            try await test.store.agreements(of: account.id) == [
                Agreement(.terms, version: "1", at: now),
                Agreement(.statistics, version: "1", at: now),
            ])
        var other = NewAccount.sample("bob")
        other.agreesToStatistics = false
        let bob = try await test.store.createAccount(other)
        #expect(try await test.store.agreements(of: bob.id).map(\.subject) == [.terms])
    }

    @Test func A15_newTermsAreAgreedToOnceAndFormerAgreementsStay() async throws {
        let account = try await test.account()
        let session = try await test.store.createSession(
            .sample(1), account: account.id, player: account.players[0].id)
        #expect(session.termsVersion == "1")
        let before = test.clock.now
        test.clock.advance(by: 1000)
        for _ in 0..<2 {
            let agreed = try await test.store.agree(
                toTerms: "2", account: account.id, by: .parent)
            #expect(agreed.termsVersion == "2")
            #expect(agreed.termsAgreedAt == before.addingTimeInterval(1000))
            test.clock.advance(by: 1)
        }
        let terms = try await test.store.agreements(of: account.id).filter { $0.subject == .terms }
        #expect(terms.map(\.version) == ["1", "2"])
        #expect(terms.map(\.at) == [before, before.addingTimeInterval(1000)])
        #expect(try await test.store.session(.sample(1))?.termsVersion == "2")
        #expect(try await test.store.audit(of: account.id).first?.subject == .account)
    }

    @Test func changesOfTheStatisticsConsentAreRecorded() async throws {
        let account = try await test.account()
        for agrees in [true, false, false, true] {
            var changes = AccountChanges()
            changes.agreesToStatistics = agrees
            _ = try await test.store.updateAccount(
                account.id, player: account.players[0].id, changes: changes)
        }
        let told = try await test.store.agreements(of: account.id)
            .filter { $0.subject == .statistics }.map(\.isGiven)
        #expect(told == [true, false, true])
    }

    @Test func agreementsAreExportedAndDeletedWithTheirAccount() async throws {
        let account = try await test.account()
        let export = try await test.store.export(account.id)
        #expect(export.agreements == (try await test.store.agreements(of: account.id)))
        try await test.store.deleteAccount(account.id)
        #expect(try await test.store.agreements(of: account.id).isEmpty)
        await #expect(throws: StoreError.self) {
            try await test.store.agree(toTerms: "2", account: account.id, by: .parent)
        }
    }

    @Test func accountsOfOlderVersionsKeepTheirAgreement() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pet-old-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let queue = try DatabaseQueue(path: folder.appending(path: TrainerStore.fileName).path)
        try Schema.migrator.migrate(queue, upTo: "8 retention")
        try await queue.write { db in
            for (name, agrees) in [("ada", 1), ("bob", 0)] {
                try db.execute(
                    sql: """
                        INSERT INTO account (
                            username, username_key, email, email_key, password_hash, terms_version,
                            terms_agreed_at, agrees_to_statistics, created_at)
                        VALUES (?1, ?1, ?1 || '@', ?1 || '@', '', '2024-05', 1715000000000, ?2, 1)
                        """, arguments: [name, agrees])
            }
        }
        try queue.close()
        let store = try TrainerStore(folder: folder)
        let ada = try await store.agreements(of: AccountID(rawValue: 1))
        #expect(ada.map(\.subject) == [.terms, .statistics])
        #expect(ada[0].version == "2024-05")
        #expect(ada[0].at == Date(timeIntervalSince1970: 1_715_000_000))
        // The time of the consent was not stored; it gets the time of the migration.
        #expect(abs(ada[1].at.timeIntervalSinceNow) < 60)
        let bob = try await store.agreements(of: AccountID(rawValue: 2))
        #expect(bob.map(\.subject) == [.terms])
        try store.close()
    }
}
