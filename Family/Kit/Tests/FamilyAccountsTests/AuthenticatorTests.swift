import FamilyStore
import Foundation
import Testing

@testable import FamilyAccounts

@Suite struct AuthenticatorTests {
    let test: TestAccounts

    init() throws {
        test = try TestAccounts()
    }

    @Test func A6_newAccountIsSignedInAtOnce() async throws {
        let signedIn = try #require(try await test.create())
        let session = try #require(try await test.store.session(signedIn.token.digest))
        #expect(session.account == signedIn.account.id)
        #expect(session.player == signedIn.player)
        #expect(signedIn.account.termsVersion == "1")
        #expect(signedIn.account.agreesToStatistics)
    }

    @Test(arguments: ["ada", "ADA", " ada ", "ada@example.org", "Ada@Example.org"])
    func A2_correctCredentialsSignIn(name: String) async throws {
        let made = try #require(try await test.create())
        let outcome = try await test.signIn(name)
        guard case .signedIn(let signedIn) = outcome else {
            Issue.record("\(word(outcome))")
            return
        }
        #expect(signedIn.account.id == made.account.id)
        #expect(signedIn.token != made.token)
        #expect(try await test.store.session(signedIn.token.digest) != nil)
        #expect(try await test.store.session(made.token.digest) != nil)
    }

    @Test func A3_wrongPasswordIsReportedWithoutASession() async throws {
        _ = try await test.create()
        #expect(word(try await test.signIn("ada", "wrong horse")) == "wrong, 2 left")
        #expect(word(try await test.signIn("ada", "")) == "wrong, 1 left")
    }

    @Test(arguments: [
        "bob", "", "   ", "bob@example.org", "' OR 1=1 --", "\u{0}", "%", "ada\u{202E}",
    ])
    func A4_unknownNameIsReported(name: String) async throws {
        _ = try await test.create()
        #expect(word(try await test.signIn(name)) == "unknown")
    }

    @Test func A4_nameOfTenMegabytesIsUnknown() async throws {
        #expect(word(try await test.signIn(String(repeating: "x", count: 10_000_000))) == "unknown")
    }

    @Test func A8_threeFailuresBlockSignInForAMinute() async throws {
        _ = try await test.create()
        #expect(word(try await test.signIn("ada", "wrong horse")) == "wrong, 2 left")
        #expect(word(try await test.signIn("ada", "wrong horse")) == "wrong, 1 left")
        #expect(word(try await test.signIn("ada", "wrong horse")) == "denied for 60")
        test.clock.advance(by: 20.5)
        #expect(word(try await test.signIn()) == "denied for 40")
        #expect(word(try await test.signIn("ada@example.org")) == "denied for 40")
        test.clock.advance(by: 39.5)
        #expect(word(try await test.signIn()) == "signed in")
        #expect(word(try await test.signIn("ada", "wrong horse")) == "wrong, 2 left")
    }

    @Test func A8_fiftySimultaneousGuessesCountAsThree() async throws {
        _ = try await test.create()
        let words = await withTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask { [test] in
                    let outcome = try? await test.signIn(
                        "ada", "guess number \(number)", from: "10.0.0.\(number)")
                    return outcome.map(word) ?? "error"
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.filter { $0.hasPrefix("wrong") }.count == 2)
        #expect(words.filter { $0.hasPrefix("denied") }.count == 48)
    }

    @Test func oneAddressCannotEnumerateNames() async throws {
        _ = try await test.create()
        var words: [String] = []
        for number in 0..<40 { words.append(word(try await test.signIn("nobody\(number)"))) }
        #expect(words.filter { $0 == "unknown" }.count == 30)
        #expect(words.last == "too many, 10")
        // Another address can still try, and this one can after a while.
        #expect(word(try await test.signIn(from: "10.0.0.2")) == "signed in")
        #expect(word(try await test.signIn()) == "too many, 10")
        test.clock.advance(by: 10)
        #expect(word(try await test.signIn()) == "signed in")
        #expect(word(try await test.signIn("nobody")) == "unknown")
        #expect(word(try await test.signIn("nobody")) == "too many, 10")
    }

    @Test func schoolClassSigningInFromOneAddressIsNotDelayed() async throws {
        _ = try await test.create()
        let words = await withTaskGroup(of: String.self) { group in
            for _ in 0..<40 {
                group.addTask { [test] in
                    (try? await test.signIn()).map(word) ?? "error"
                }
            }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(words == ["signed in"])
    }

    @Test func floodFromOneAddressDelaysOthersByAtMostTwoHashes() async throws {
        let hasher = PasswordHasher(cost: PasswordCost(logN: 12), waitLimitSeconds: 120)
        let test = try TestAccounts(hasher: hasher)
        _ = try await test.create()
        let done = Guarded(0)
        let storm = (0..<200).map { _ in
            Task {
                _ = try? await hasher.hash("correct horse", from: "10.6.6.6")
                done.change { $0 += 1 }
            }
        }
        for _ in 0..<500 where hasher.waiting < 100 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(word(try await test.signIn(from: "10.0.0.9")) == "signed in")
        // With a single queue for all origins it would have been the last.
        #expect(done.value < 150)
        for task in storm { task.cancel() }
    }

    @Test func A9_passwordCheckTimesOut() async throws {
        let test = try TestAccounts(
            hasher: PasswordHasher(
                cost: .cheap, waitLimitSeconds: 0.5, maximumWaiting: 300))
        // The account is created with a hasher without time pressure.
        let patient = Authenticator(store: test.store, hasher: PasswordHasher(cost: .cheap))
        _ = try await patient.createAccount(.sample(), termsVersion: "1", address: "10.0.0.1")
        let words = await withTaskGroup(of: String.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let outcome = try? await test.signIn(from: "10.0.\(number % 4).\(number / 4)")
                    return outcome.map(word) ?? "error"
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(words).isSubset(of: ["signed in", "timed out"]))
        #expect(words.contains("timed out"))
        // A timeout of the server does not count as a failure of the user.
        #expect(try await test.store.credentials(login: "ada")?.deniedUntil == nil)
    }

    @Test func A7_takenNamesAreReportedAtTheirFieldsEachTime() async throws {
        _ = try await test.create()
        for _ in 0..<3 {
            let outcome = try await test.authenticator.createAccount(
                .sample("ADA"), termsVersion: "1", address: "10.0.0.1")
            #expect(word(outcome) == "field.email.taken field.username.taken")
        }
        #expect(try await test.create("bob") != nil)
    }

    @Test func onlyOneOfManySimultaneousRegistrationsGetsAName() async throws {
        let words = await withTaskGroup(of: String.self) { group in
            for _ in 0..<10 {
                group.addTask { [test] in
                    let outcome = try? await test.authenticator.createAccount(
                        .sample(), termsVersion: "1", address: "10.0.0.1")
                    return outcome.map { word($0) } ?? "error"
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(words.filter { $0 == "done" }.count == 1)
        #expect(words.filter { $0.contains("taken") }.count == 9)
    }

    @Test func invalidFormCostsNoHashAndCreatesNothing() async throws {
        let outcome = try await test.authenticator.createAccount(
            AccountForm.sample().with(.email, "nowhere"), termsVersion: "1", address: "10.0.0.1")
        #expect(word(outcome) == "field.email.wanted")
        #expect(try await test.store.credentials(login: "ada") == nil)
    }

    @Test func hashOfLowerCostIsRenewedAtSignIn() async throws {
        _ = try await test.create()
        let dearer = PasswordHasher(cost: PasswordCost(logN: 11))
        let clock = test.clock
        let authenticator = Authenticator(store: test.store, hasher: dearer, now: { clock.now })
        let outcome = try await authenticator.signIn(
            name: "ada", password: AccountForm.password, address: "10.0.0.1")
        #expect(word(outcome) == "signed in")
        var hash: String?
        for _ in 0..<200 where hash?.hasPrefix("$scrypt$ln=11") != true {
            try await Task.sleep(for: .milliseconds(10))
            hash = try await test.store.credentials(login: "ada")?.passwordHash
        }
        #expect(hash?.hasPrefix("$scrypt$ln=11") == true)
        #expect(word(try await test.signIn()) == "signed in")
    }

    @Test func filesContainNeitherPasswordNorToken() async throws {
        let signedIn = try #require(try await test.create())
        for file in try FileManager.default.contentsOfDirectory(
            at: test.folder, includingPropertiesForKeys: nil)
        {
            let data = try Data(contentsOf: file)
            #expect(data.firstRange(of: Data(AccountForm.password.utf8)) == nil)
            #expect(data.firstRange(of: Data(signedIn.token.text.utf8)) == nil)
        }
    }
}

@Suite struct AccountChangeTests {
    let test: TestAccounts
    let signedIn: SignedIn

    init() async throws {
        test = try TestAccounts()
        signedIn = try #require(try await test.create())
    }

    private func change(
        _ values: [AccountField.Name: String], isParent: Bool = true
    ) async throws -> String {
        word(
            try await test.authenticator.changeAccount(
                signedIn.account.id, player: signedIn.player, form: AccountForm(values: values),
                isParent: isParent, keeping: signedIn.token.digest, address: "10.0.0.1"))
    }

    @Test func A14_changesWithoutThePINNeedThePassword() async throws {
        let values: [AccountField.Name: String] = [.fullName: "Bo"]
        #expect(try await change(values, isParent: false) == "field.current_password.blank")
        let wrong = values.merging([.currentPassword: "wrong horse"]) { $1 }
        #expect(try await change(wrong, isParent: false) == "field.current_password.wrong")
        #expect(try await test.store.account(signedIn.account.id)?.players.first?.name != "Bo")
        let right = values.merging([.currentPassword: AccountForm.password]) { $1 }
        #expect(try await change(right, isParent: false) == "done")
        #expect(try await test.store.account(signedIn.account.id)?.players.first?.name == "Bo")
    }

    @Test func A14_nameChangesWithoutThePassword() async throws {
        #expect(
            try await change([.fullName: "Bo", .gender: "other", .birthYear: "2015"]) == "done")
        let account = try await test.store.account(signedIn.account.id)
        #expect(account?.players.first?.name == "Bo")
        #expect(account?.players.first?.gender == "other")
        #expect(account?.players.first?.birthYear == 2015)
        #expect(account?.username == "ada")
    }

    @Test func A14_usernameEmailAndPasswordChangesNeedTheCurrentPassword() async throws {
        let new = "another long sentence"
        for values in [
            [AccountField.Name.username: "bob"], [.email: "bob@example.org"],
            [.password: new, .confirmation: new],
        ] {
            #expect(try await change(values) == "field.current_password.blank")
            let wrong = values.merging([.currentPassword: "wrong horse"]) { $1 }
            #expect(try await change(wrong) == "field.current_password.wrong")
            let right = values.merging([.currentPassword: AccountForm.password]) { $1 }
            #expect(try await change(right) == "done")
        }
        #expect(word(try await test.signIn("bob", new)) == "signed in")
        #expect(word(try await test.signIn("bob@example.org", new)) == "signed in")
        #expect(word(try await test.signIn("ada", new)) == "unknown")
    }

    @Test func unchangedFieldsNeedNoPassword() async throws {
        let values: [AccountField.Name: String] = [
            .username: "ada", .email: "ada@example.org", .fullName: "Bo", .password: "",
            .confirmation: "", .currentPassword: "",
        ]
        #expect(try await change(values) == "done")
    }

    @Test func newPasswordEndsOtherSessions() async throws {
        guard case .signedIn(let there) = try await test.signIn() else {
            Issue.record("not signed in")
            return
        }
        let new = "another long sentence"
        #expect(
            try await change([
                .password: new, .confirmation: new, .currentPassword: AccountForm.password,
            ]) == "done")
        #expect(try await test.store.session(signedIn.token.digest) != nil)
        #expect(try await test.store.session(there.token.digest) == nil)
    }

    @Test func guessesOfTheCurrentPasswordAreLimited() async throws {
        var words: [String] = []
        for number in 0..<4 {
            words.append(
                try await change([.username: "bob", .currentPassword: "guess number \(number)"]))
        }
        #expect(words.suffix(2) == ["denied for 60", "denied for 60"])
    }

    @Test func A7_takenNameIsReportedAtItsField() async throws {
        _ = try await test.create("bob")
        #expect(
            try await change([.username: "Bob", .currentPassword: AccountForm.password])
                == "field.username.taken")
    }

    @Test func errorsAreReportedAtTheirFields() async throws {
        #expect(
            try await change([.fullName: "", .birthYear: "17"])
                == "field.birth_year.wanted field.full_name.blank")
        #expect(
            try await change([.password: "123456", .confirmation: "123456"])
                == "field.password.common")
    }

    @Test func A14_deletionNeedsThePasswordAndDeletesEverything() async throws {
        let id = signedIn.account.id
        func delete(_ password: String) async throws -> String {
            word(
                try await test.authenticator.deleteAccount(
                    id, password: password, address: "10.0.0.1"))
        }
        #expect(try await delete("") == "field.current_password.blank")
        #expect(try await delete("wrong horse") == "field.current_password.wrong")
        #expect(try await delete(AccountForm.password) == "done")
        #expect(try await test.store.account(id) == nil)
        #expect(try await test.store.session(signedIn.token.digest) == nil)
        #expect(word(try await test.signIn()) == "unknown")
        let error = await #expect(throws: AccountsError.self) {
            try await delete(AccountForm.password)
        }
        #expect(error?.storeError?.code == .notFound)
    }
}
