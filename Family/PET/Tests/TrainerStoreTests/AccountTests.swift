import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite struct AccountTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    @Test func accountIsFoundByUsernameAndEmailIgnoringCase() async throws {
        let account = try await test.account("Ada")
        for login in ["Ada", "ada", "ADA", "ada@example.org", "ADA@EXAMPLE.ORG"] {
            let found = try #require(try await test.store.credentials(login: login))
            #expect(found.account == account)
            #expect(found.passwordHash == "$scrypt$of-Ada")
            #expect(found.deniedUntil == nil)
        }
        #expect(try await test.store.credentials(login: "Bob") == nil)
        #expect(try await test.store.credentials(login: "") == nil)
    }

    @Test func accountIsCreatedWithItsFirstPlayer() async throws {
        let account = try await test.account()
        #expect(account.players.map(\.name) == ["Name of ada"])
        #expect(account.players.map(\.birthYear) == [2017])
        #expect(account.termsAgreedAt == test.clock.now)
        #expect(try await test.store.account(account.id) == account)
    }

    @Test(arguments: ["ada", "ADA", "Ada", "\u{FF21}da"])
    func takenUsernameIsRejectedInAnySpelling(name: String) async throws {
        _ = try await test.account("ada")
        var new = NewAccount.sample(name)
        new.email = "other@example.org"
        await #expect(throws: StoreError.self) { try await test.store.createAccount(new) }
        #expect(try await test.store.isTaken(username: name))
    }

    @Test func takenEmailIsRejected() async throws {
        _ = try await test.account("ada")
        var new = NewAccount.sample("bob")
        new.email = "ADA@example.org"
        let error = await #expect(throws: StoreError.self) {
            try await test.store.createAccount(new)
        }
        #expect(error?.code == .emailTaken)
        #expect(try await test.store.isTaken(email: "Ada@Example.org"))
        #expect(try await test.store.credentials(login: "bob") == nil)
    }

    @Test func onlyOneOfManySimultaneousSignUpsGetsAName() async throws {
        let made = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<16 {
                group.addTask { [test] in
                    var new = NewAccount.sample("ada")
                    new.email = "\(number)@example.org"
                    return (try? await test.store.createAccount(new)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
    }

    @Test func onlyGivenFieldsAreChanged() async throws {
        let account = try await test.account()
        let player = try #require(account.players.first)
        var changes = AccountChanges()
        changes.email = "new@example.org"
        changes.gender = .ratherNotSay
        let changed = try await test.store.updateAccount(
            account.id, player: player.id, changes: changes)
        #expect(changed.email == "new@example.org")
        #expect(changed.username == account.username)
        #expect(changed.players.first?.gender == nil)
        #expect(changed.players.first?.name == player.name)
        #expect(try await test.store.credentials(login: "ada@example.org") == nil)
        #expect(try await test.store.credentials(login: "new@example.org") != nil)
    }

    @Test func ownNameCanChangeItsCase() async throws {
        let account = try await test.account("ada")
        let player = try #require(account.players.first)
        var changes = AccountChanges()
        changes.username = "ADA"
        let changed = try await test.store.updateAccount(
            account.id, player: player.id, changes: changes)
        #expect(changed.username == "ADA")
    }

    @Test func changeToATakenNameHasNoEffect() async throws {
        _ = try await test.account("bob")
        let account = try await test.account("ada")
        let player = try #require(account.players.first)
        var changes = AccountChanges()
        changes.fullName = "Somebody"
        changes.username = "Bob"
        let error = await #expect(throws: StoreError.self) {
            try await test.store.updateAccount(account.id, player: player.id, changes: changes)
        }
        #expect(error?.code == .usernameTaken)
        #expect(try await test.store.account(account.id) == account)
    }

    @Test func playerOfAnotherAccountIsNotChanged() async throws {
        let ada = try await test.account("ada")
        let bob = try await test.account("bob")
        let player = try #require(bob.players.first)
        var changes = AccountChanges()
        changes.fullName = "Somebody"
        let error = await #expect(throws: StoreError.self) {
            try await test.store.updateAccount(ada.id, player: player.id, changes: changes)
        }
        #expect(error?.code == .notFound)
        #expect(try await test.store.account(bob.id) == bob)
    }

    @Test func newPasswordEndsOtherSessions() async throws {
        let account = try await test.account()
        let player = try #require(account.players.first).id
        let (here, there) = (try SessionDigest.sample(1), try SessionDigest.sample(2))
        for digest in [here, there] {
            _ = try await test.store.createSession(digest, account: account.id, player: player)
        }
        var changes = AccountChanges()
        changes.passwordHash = "$scrypt$new"
        _ = try await test.store.updateAccount(
            account.id, player: player, changes: changes, keeping: here)
        #expect(try await test.store.session(here) != nil)
        #expect(try await test.store.session(there) == nil)
        #expect(try await test.store.credentials(login: "ada")?.passwordHash == "$scrypt$new")
    }

    @Test func hashIsReplacedOnlyIfItDidNotChangeMeanwhile() async throws {
        let account = try await test.account()
        try await test.store.replacePasswordHash(of: account.login, "$other", with: "$new")
        #expect(try await test.store.credentials(account.id)?.passwordHash == "$scrypt$of-ada")
        try await test.store.replacePasswordHash(of: account.login, "$scrypt$of-ada", with: "$new")
        #expect(try await test.store.credentials(account.id)?.passwordHash == "$new")
    }

    @Test(arguments: [
        "Robert'); DROP TABLE account;--", "<script>alert(1)</script>", "👩‍👩‍👧‍👦", "\u{202E}evil",
        "", "%_", "NULL", "e\u{301}", "\u{1}\u{7F}\u{FFFD}",
    ])
    func namesAreStoredUnchanged(name: String) async throws {
        var new = NewAccount.sample("ada")
        new.child?.name = name
        let account = try await test.store.createAccount(new)
        let read = try await test.store.account(account.id)
        #expect(read?.players.first?.name.utf8.elementsEqual(name.utf8) == true)
        #expect(try await test.store.credentials(login: name) == nil)
    }

    @Test func nameOfTenMegabytesIsStoredUnchanged() async throws {
        try await namesAreStoredUnchanged(name: String(repeating: "x", count: 10_000_000))
    }

    @Test func textWithANullCharacterIsRejectedAndNothingIsCreated() async throws {
        var new = NewAccount.sample("ada")
        new.child?.name = "a\u{0}b"
        let error = await #expect(throws: StoreError.self) {
            try await test.store.createAccount(new)
        }
        #expect(error?.code == .invalid)
        #expect(try await test.rowCounts() == [:])
    }

    @Test func deletedAccountLeavesNothingInTheFiles() async throws {
        _ = try await test.account("bob")
        var new = NewAccount.sample("zanzibarina")
        new.child?.name = "Quetzalcoatlina"
        let account = try await test.store.createAccount(new)
        let player = try #require(account.players.first).id
        _ = try await test.store.createSession(.sample(3), account: account.id, player: player)
        _ = try await test.store.updateSettings(of: player) { $0.voice = "xylophonica" }
        let round = Round.sample(form: .own)
        _ = try await test.store.beginRound(round, player: player)
        _ = try await test.store.apply(#require(round.right()), round: round.id, player: player)
        let words = [
            "zanzibarina", "Quetzalcoatlina", "xylophonica", round.id.uuidString, "of-zanzibarina",
        ]
        #expect(try words.allSatisfy { try test.filesHold($0) })

        try await test.store.deleteAccount(account.id)
        for word in words { #expect(try !test.filesHold(word), "\(word)") }
        #expect(try await test.store.account(account.id) == nil)
        #expect(try await test.store.session(.sample(3)) == nil)
        #expect(
            try await test.rowCounts()
                == ["household": 1, "member": 2, "login": 1, "agreement": 2])
        #expect(try await test.store.check().isEmpty)
        let error = await #expect(throws: StoreError.self) {
            try await test.store.deleteAccount(account.id)
        }
        #expect(error?.code == .notFound)
    }

    @Test func numberOfADeletedAccountIsNotReused() async throws {
        let first = try await test.account("ada")
        try await test.store.deleteAccount(first.id)
        let second = try await test.account("ada")
        #expect(second.id != first.id)
        #expect(second.players.map(\.id) != first.players.map(\.id))
    }

    @Test func exportContainsEverythingExceptKeys() async throws {
        let account = try await test.account()
        let player = try #require(account.players.first).id
        var round = try await test.store.beginRound(.sample(), player: player)
        while let event = round.current == nil ? nil : round.right() {
            round = try await test.store.apply(event, round: round.id, player: player).round
        }
        let export = try await test.store.export(account.id)
        #expect(export.account == account)
        #expect(export.players.count == 1)
        let answers = try #require(export.players.first?.rounds.first).answers
        #expect(answers.map(\.outcome) == ["right", "right", "right", "right"])
        #expect(answers.map(\.emotion) == ["happiness", "sadness", "anger", "surprise"])
        #expect(export.players.first?.rounds.first?.finishedAt != nil)
        let text = String(decoding: try JSONEncoder().encode(export), as: UTF8.self)
        #expect(!text.contains("scrypt"))
        let again = try JSONDecoder().decode(AccountExport.self, from: Data(text.utf8))
        #expect(again.players.first?.rollUps == export.players.first?.rollUps)
    }

    @Test func exportOfAPracticeWithoutClientsHasNoPlayers() async throws {
        let practice = try await test.store.createAccount(.clientless("doc"))
        let export = try await test.store.export(practice.id)
        #expect(export.account == practice && export.players.isEmpty)
        #expect(export.members.map(\.role) == [.parent] && !export.agreements.isEmpty)
        let listing = try #require(try await test.store.accountListings().first)
        #expect(listing.id == practice.id && listing.players == 0)
    }
}

extension TestStore {
    /// Whether the database's files contain a word.
    func filesHold(_ word: String) throws -> Bool {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return try files.contains {
            try Data(contentsOf: $0).firstRange(of: Data(word.utf8)) != nil
        }
    }

    /// The number of rows of each table that is not empty.
    func rowCounts() async throws -> [String: Int] {
        try await store.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                        AND name NOT IN ('grdb_migrations', 'portal_state', 'portal_cell')
                    """)
            return try tables.reduce(into: [:]) { counts, table in
                let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \"\(table)\"") ?? 0
                if count > 0 { counts[table] = count }
            }
        }
    }
}
