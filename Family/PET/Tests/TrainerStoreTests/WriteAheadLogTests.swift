import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing

@testable import TrainerStore

/// Deleted or replaced data must be neither in the file nor in its write-ahead log.
@Suite struct WriteAheadLogTests {
    let test: TestStore

    init() throws { test = try TestStore() }

    /// Whether the database's files contain text.
    private func contains(_ text: String) throws -> Bool {
        try ["", "-wal"].contains { suffix in
            try Data(contentsOf: URL(filePath: test.store.file.path + suffix))
                .range(of: Data(text.utf8)) != nil
        }
    }

    @Test func writtenDataIsInTheWriteAheadLog() async throws {
        _ = try await test.account("ada")
        #expect(try contains("ada@example.org"))
    }

    @Test func replacedEmailAndPasswordHashAreGone() async throws {
        let account = try await test.account("ada")
        let player = try #require(account.players.first).id
        var changes = AccountChanges()
        changes.email = "new@example.org"
        changes.passwordHash = "$scrypt$another"
        _ = try await test.store.updateAccount(account.id, player: player, changes: changes)
        #expect(try !contains("ada@example.org"))
        #expect(try !contains("$scrypt$of-ada"))
        #expect(try contains("new@example.org"))
    }

    @Test func hashOfTheSamePasswordAtAHigherCostReplacesTheFormer() async throws {
        let account = try await test.account("ada")
        try await test.store.replacePasswordHash(
            of: account.login, "$scrypt$of-ada", with: "$scrypt$higher")
        #expect(try !contains("$scrypt$of-ada"))
    }

    @Test func usedRecoveryCodeIsGone() async throws {
        let account = try await test.account("ada")
        try await test.store.setRecoveryHash("$scrypt$first-code", of: account.login)
        try await test.store.setRecoveryHash("$scrypt$second-code", of: account.login)
        #expect(try !contains("$scrypt$first-code"))
        let isDone = try await test.store.recover(
            account.login, used: "$scrypt$second-code", passwordHash: "$scrypt$another",
            recoveryHash: "$scrypt$third-code")
        #expect(isDone)
        #expect(try !contains("$scrypt$second-code"))
        #expect(try !contains("$scrypt$of-ada"))
    }

    @Test func withdrawnInvitationIsGone() async throws {
        let account = try await test.account("ada")
        let invitation = try await test.store.invite(
            "Great-aunt Theodora", as: .adult, to: account.id, digest: .sample(7))
        #expect(try contains("Theodora"))
        try await test.store.withdrawInvitation(invitation.id, of: account.id)
        #expect(try !contains("Theodora"))
    }

    @Test func deletedAccountIsGone() async throws {
        let account = try await test.account("ada")
        try await test.store.deleteAccount(account.id)
        #expect(try !contains("ada@example.org"))
        #expect(try !contains("Name of ada"))
    }

    @Test func logInUseByAReaderIsTruncatedByTheNextCall() async throws {
        let test = try TestStore { $0.busyTimeout = 0.1 }
        let account = try await test.store.createAccount(.sample("ada"))
        let log = URL(filePath: test.store.file.path + "-wal")
        let (started, starts) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        async let reading = test.store.read { db in
            // The snapshot begins with the first statement.
            _ = try db.tableExists("household")
            starts.finish()
            end.wait()
        }
        for await _ in started {}
        try await test.store.deleteAccount(account.id)
        let held = try Data(contentsOf: log).count
        end.signal()
        try await reading
        #expect(held > 0)
        try await test.store.truncateWriteAheadLog()
        #expect(try Data(contentsOf: log).isEmpty)
    }
}
