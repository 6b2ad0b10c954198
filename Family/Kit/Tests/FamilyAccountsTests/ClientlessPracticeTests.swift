import FamilyStore
import Foundation
import GRDB
import Testing

@testable import FamilyAccounts

/// Practices that have no clients: after sign-up, and after the last one is deleted.
@Suite struct ClientlessPracticeTests {
    private let test: TestAccounts

    init() throws { test = try TestAccounts() }

    private func form(_ name: String = "doc") -> AccountForm {
        var form = AccountForm.sample(name)
        form.isPractice = true
        for field in AccountField.child { form.values[field.name] = nil }
        return form
    }

    /// A new practice without clients, with its session.
    private func signUp() async throws -> (account: Account, session: SessionDigest) {
        let outcome = try await test.authenticator.createAccount(
            form(), termsVersion: "1", address: "10.0.0.1")
        guard case .done(let signedIn) = outcome else {
            throw StoreError(.unexpected, "The practice was refused: \(outcome).")
        }
        return (signedIn.account, signedIn.token.digest)
    }

    private func add(_ name: String, to account: AccountID) async throws -> PlayerID {
        try await test.store.addPlayer(
            NewPlayer(name: name, birthYear: 2018), to: account, by: .parent
        ).id
    }

    private func remove(
        _ id: PlayerID, of account: AccountID, keeping digest: SessionDigest
    ) async throws {
        let store = test.store
        try await store.database.write { db in
            try store.removeChild(id, of: account, keeping: digest, by: .parent, records: 0, db)
        }
    }

    @Test func formOfAPracticeNeedsNoChild() throws {
        #expect(form().faults == [:])
        var family = form()
        family.isPractice = false
        #expect(family.faults.keys.sorted { $0.rawValue < $1.rawValue } == [.birthYear, .fullName])
    }

    @Test func formOfAPracticeIsCheckedIfItDescribesAClient() throws {
        #expect(form().with(.birthYear, "2018").faults == [.fullName: "field.full_name.blank"])
        #expect(
            form().with(.fullName, "Kim").with(.birthYear, "18").faults
                == [.birthYear: "field.birth_year.wanted"])
        #expect(form().with(.fullName, " ").faults == [:])
        let accepted = try form().with(.fullName, "Kim").with(.birthYear, "2018")
            .acceptedForCreation(termsVersion: "1", year: 2026)
        #expect(accepted.child == NewPlayer(name: "Kim", birthYear: 2018))
    }

    @Test func signedUpPracticeHasASessionWithoutAChild() async throws {
        let (account, digest) = try await signUp()
        #expect(account.kind == .practice && account.players.isEmpty)
        let session = try #require(try await test.store.session(digest))
        #expect(!session.hasChild && session.role == .parent)
        #expect(session.player.rawValue == account.member.rawValue)
        // Apps count no session without a child.
        #expect(try await test.store.calls().isEmpty)
        guard case .signedIn(let again) = try await test.signIn("doc") else {
            Issue.record("The practice cannot sign in.")
            return
        }
        #expect(try await test.store.session(again.token.digest)?.hasChild == false)
    }

    @Test func checkReportsFamiliesWithoutAChildButNoPractices() async throws {
        _ = try await signUp()
        #expect(try await test.store.database.check().isEmpty)
        _ = try await test.create("ada")
        try await test.store.database.write { db in
            try db.execute(sql: "DELETE FROM member WHERE name = 'Ada Lovelace'")
        }
        let findings = try await test.store.database.check()
        #expect(findings.count == 1 && findings[0].sentence.contains("families have no child"))
    }

    @Test func familyWithoutAChildIsRefused() async throws {
        let error = await #expect(throws: StoreError.self) {
            _ = try await test.store.createAccount(
                NewAccount(
                    username: "ada", email: "ada@example.org", passwordHash: "x", child: nil,
                    termsVersion: "1", agreesToStatistics: false))
        }
        #expect(error?.code == .invalid)
    }

    @Test func firstClientTakesOverTheSessions() async throws {
        let (account, digest) = try await signUp()
        let kim = try await add("Kim", to: account.id)
        let session = try #require(try await test.store.session(digest))
        #expect(session.hasChild && session.player == kim)
        #expect(
            try await test.store.calls().filter { $0.hasPrefix("begin \(kim.rawValue) ") }.count
                == 1)
        // The second one does not.
        _ = try await add("Robin", to: account.id)
        #expect(try await test.store.session(digest)?.player == kim)
    }

    @Test func lastClientCanBeDeleted() async throws {
        let (account, digest) = try await signUp()
        let kim = try await add("Kim", to: account.id)
        try await remove(kim, of: account.id, keeping: digest)
        let session = try #require(try await test.store.session(digest))
        #expect(!session.hasChild && session.player.rawValue == account.member.rawValue)
        #expect(try await test.store.account(account.id)?.players.isEmpty == true)
    }

    @Test func practiceWithoutClientsCannotBecomeAFamily() async throws {
        let (account, _) = try await signUp()
        let error = await #expect(throws: StoreError.self) {
            try await test.store.setKind(.family, of: account.id, by: .parent)
        }
        #expect(error?.code == .noChild)
        _ = try await add("Kim", to: account.id)
        try await test.store.setKind(.family, of: account.id, by: .parent)
        #expect(try await test.store.account(account.id)?.kind == .family)
    }

    @Test func devicesAndInvitedAdultsSignInWithoutAClient() async throws {
        let (account, _) = try await signUp()
        try await test.store.approveDevice(
            "Room 2", login: account.login, of: account.id, digest: .sample(9))
        let device = try #require(
            try await test.store.createSession(.sample(1), device: .sample(9)))
        #expect(!device.hasChild && device.device != nil)
        let token = SessionToken()
        _ = try await test.store.invite("Ann", as: .adult, to: account.id, digest: token.digest)
        let outcome = try await test.authenticator.accept(
            token, form: AccountForm.sample("ann"), address: "10.0.0.2")
        guard case .done(let ann) = outcome else {
            Issue.record("The invited adult was refused: \(outcome).")
            return
        }
        let session = try #require(try await test.store.session(ann.token.digest))
        #expect(!session.hasChild && session.role == .adult)
    }

    @Test func sessionWithoutAChildNeedsAPracticeWithoutClients() async throws {
        let (account, digest) = try await signUp()
        let kim = try await add("Kim", to: account.id)
        let error = await #expect(throws: StoreError.self) {
            _ = try await test.store.createSession(.sample(1), account: account.id, player: nil)
        }
        #expect(error?.code == .notFound)
        _ = try await test.store.switchPlayer(digest, to: kim)
    }

    @Test func accountWithoutAChildIsChangedAndDeleted() async throws {
        let (account, digest) = try await signUp()
        let outcome = try await test.authenticator.changeAccount(
            account.id, login: account.login, player: nil,
            form: AccountForm(values: [
                .email: "new@example.org", .currentPassword: AccountForm.password,
            ]), isParent: true, keeping: digest, address: "10.0.0.1")
        guard case .done(let changed) = outcome else {
            Issue.record("The change was refused: \(outcome).")
            return
        }
        #expect(changed.email == "new@example.org")
        let deleted = try await test.authenticator.deleteAccount(
            account.id, login: account.login, password: AccountForm.password, address: "10.0.0.1")
        guard case .done = deleted else {
            Issue.record("The deletion was refused: \(deleted).")
            return
        }
        #expect(try await test.store.account(account.id) == nil)
    }
}
