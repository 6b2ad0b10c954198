import Foundation
import Testing

@testable import FamilyAccounts

struct PINTests {
    @Test func pinHasFourDigitsOfAnyKeyboard() {
        #expect(PIN.normalised("0042") == "0042")
        #expect(PIN.normalised("\u{FF11}\u{FF12}\u{FF13}\u{FF14}") == "1234")
        for wrong in ["", "123", "12345", "12a4", "-123", "1.23", "\u{661}\u{662}\u{663}\u{664}"] {
            #expect(PIN.normalised(wrong) == nil, "\(wrong)")
        }
        #expect(PIN.normalised(String(repeating: "1", count: 100_000)) == nil)
    }

    @Test func accountCreationNeedsAPIN() {
        #expect(AccountForm.sample().with(.pin, nil).faults == [.pin: "field.pin.blank"])
        #expect(AccountForm.sample().with(.pin, "12").faults == [.pin: "field.pin.wanted"])
    }

    @Test func correctPINOpensAndWrongPINIsCounted() async throws {
        let test = try TestAccounts()
        let account = try #require(try await test.create()).account.id
        let check = { (pin: String) in
            try await test.authenticator.checkPIN(pin, of: account, address: "10.0.0.1")
        }
        #expect(try await check(AccountForm.pin) == .right)
        for left in [4, 3, 2, 1] { #expect(try await check("0000") == .wrong(left: left)) }
        // The right PIN resets the count.
        #expect(try await check(AccountForm.pin) == .right)
        for left in [4, 3, 2, 1] { #expect(try await check("0000") == .wrong(left: left)) }
        #expect(try await check("0000") == .denied(seconds: 60))
        #expect(try await check(AccountForm.pin) == .denied(seconds: 60))
        // Input that cannot be a PIN does not count as an attempt.
        #expect(try await check("four") == .invalid)
        test.clock.advance(by: 61)
        #expect(try await check("0000") == .wrong(left: 4))
        #expect(try await check(AccountForm.pin) == .right)
    }

    @Test func waitDoublesWithEachWrongPINUntilACorrectOne() async throws {
        let test = try TestAccounts()
        let account = try #require(try await test.create()).account.id
        let check = { (pin: String) in
            try await test.authenticator.checkPIN(pin, of: account, address: "10.0.0.1")
        }
        for seconds in [60, 120, 240, 480, 960, 1920, 3600, 3600] {
            for left in [4, 3, 2, 1] { #expect(try await check("0000") == .wrong(left: left)) }
            #expect(try await check("0000") == .denied(seconds: seconds))
            test.clock.advance(by: Double(seconds) - 1)
            #expect(try await check(AccountForm.pin) == .denied(seconds: 1))
            test.clock.advance(by: 1)
        }
        #expect(try await check(AccountForm.pin) == .right)
        for left in [4, 3, 2, 1] { #expect(try await check("0000") == .wrong(left: left)) }
        #expect(try await check("0000") == .denied(seconds: 60))
    }

    @Test func onlyFiveOfManySimultaneousPINsAreChecked() async throws {
        let test = try TestAccounts()
        let account = try #require(try await test.create()).account.id
        let outcomes = try await withThrowingTaskGroup(of: PINOutcome.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await test.authenticator.checkPIN(
                        "30\(10 + number)", of: account, address: "10.0.0.1")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let wrong = outcomes.filter { if case .wrong = $0 { true } else { false } }
        #expect(wrong.count == 4)
        #expect(outcomes.filter { if case .denied = $0 { true } else { false } }.count == 16)
    }

    @Test func settingAPINNeedsThePassword() async throws {
        let test = try TestAccounts()
        let signedIn = try #require(try await test.create())
        let change = { (values: [AccountField.Name: String]) in
            word(
                try await test.authenticator.changeAccount(
                    signedIn.account.id, player: signedIn.player, form: .init(values: values),
                    isParent: true, keeping: signedIn.token.digest, address: "10.0.0.1"))
        }
        #expect(try await change([.pin: "1953"]) == "field.current_password.blank")
        #expect(
            try await change([.pin: "1953", .currentPassword: "no"])
                == "field.current_password.wrong")
        #expect(
            try await change([.pin: "11", .currentPassword: AccountForm.password])
                == "field.pin.wanted")
        #expect(
            try await change([.pin: "1953", .currentPassword: AccountForm.password]) == "done")
        let check = { (pin: String) in
            try await test.authenticator.checkPIN(
                pin, of: signedIn.account.id, address: "10.0.0.1")
        }
        #expect(try await check("1953") == .right)
        #expect(try await check(AccountForm.pin) == .wrong(left: 4))
        // A blank PIN changes nothing.
        #expect(try await change([.pin: "", .fullName: "Bob"]) == "done")
        #expect(try await check("1953") == .right)
    }

    @Test func accountOfAnOlderVersionHasNoPIN() async throws {
        let test = try TestAccounts()
        let account = try await test.store.createAccount(
            NewAccount(
                username: "old", email: "old@example.org", passwordHash: "x",
                child: NewPlayer(name: "Old", birthYear: 2015), termsVersion: "1",
                agreesToStatistics: false))
        #expect(
            try await test.authenticator.checkPIN("2580", of: account.id, address: "10.0.0.1")
                == .none)
    }

    @Test func filesDoNotContainThePIN() async throws {
        let test = try TestAccounts()
        _ = try #require(try await test.create())
        let found = try await test.store.pinCredentials(AccountID(rawValue: 1))
        let hash = try #require(found.hash)
        #expect(hash.hasPrefix("$scrypt$"))
        #expect(try await test.hasher.verify(AccountForm.pin, against: hash))
    }
}
