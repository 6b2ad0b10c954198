import FamilyStore
import Foundation
import Testing

@testable import FamilyAccounts

@Suite struct LoginFailureTests {
    let test: TestStore

    init() throws {
        test = try TestStore()
    }

    private func fail(_ id: LoginID) async throws -> LoginCount {
        try await test.store.countLogin(id, succeeded: false)
    }

    @Test func A8_threeConsecutiveFailuresBlockSignInForAMinute() async throws {
        let id = try await test.account().login
        #expect(try await fail(id) == .failed(left: 2))
        test.clock.advance(by: 3600)
        #expect(try await fail(id) == .failed(left: 1))
        test.clock.advance(by: 5)
        let until = test.clock.now.addingTimeInterval(60)
        #expect(try await fail(id) == .denied(until: until))
        #expect(try await test.store.deniedUntil(id) == until)
        test.clock.advance(by: 59.9)
        #expect(try await test.store.credentials(login: "ada")?.deniedUntil == until)
        #expect(try await test.store.countLogin(id, succeeded: true) == .denied(until: until))
        test.clock.advance(by: 0.1)
        #expect(try await test.store.deniedUntil(id) == nil)
        #expect(try await test.store.countLogin(id, succeeded: true) == .accepted)
    }

    @Test func A8_countRestartsAfterTheMinute() async throws {
        let id = try await test.account().login
        for _ in 0..<3 { _ = try await fail(id) }
        test.clock.advance(by: 60)
        #expect(try await fail(id) == .failed(left: 2))
        #expect(try await fail(id) == .failed(left: 1))
        #expect(try await fail(id) == .denied(until: test.clock.now.addingTimeInterval(60)))
    }

    @Test func failuresDuringTheMinuteDoNotProlongIt() async throws {
        let id = try await test.account().login
        for _ in 0..<3 { _ = try await fail(id) }
        let until = test.clock.now.addingTimeInterval(60)
        test.clock.advance(by: 30)
        #expect(try await fail(id) == .denied(until: until))
    }

    @Test func correctPasswordResetsTheCount() async throws {
        let id = try await test.account().login
        _ = try await fail(id)
        _ = try await fail(id)
        #expect(try await test.store.countLogin(id, succeeded: true) == .accepted)
        let account = try await test.store.credentials(login: "ada")?.account
        #expect(account?.lastLoginAt == test.clock.now)
        #expect(try await fail(id) == .failed(left: 2))
    }

    @Test func countIsStoredPerAccount() async throws {
        let ada = try await test.account("ada").login
        let bob = try await test.account("bob").login
        for _ in 0..<3 { _ = try await fail(ada) }
        let other = try HouseholdStore(folder: test.folder, options: test.options)
        #expect(try await other.deniedUntil(ada) != nil)
        #expect(try await other.deniedUntil(bob) == nil)
        try other.database.close()
    }

    @Test func hundredSimultaneousGuessesCountAsThree() async throws {
        let id = try await test.account().login
        let counts = await withTaskGroup(of: LoginCount?.self) { group in
            for number in 0..<100 {
                group.addTask { [test] in
                    try? await test.store.countLogin(id, succeeded: number == 99)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let failures = counts.filter { if case .failed = $0 { true } else { false } }
        let accepted = counts.filter { $0 == .accepted }
        // The right password may have come before the third wrong one and reset the count.
        #expect(failures.count <= (accepted.isEmpty ? 2 : 4))
        #expect(try await test.store.deniedUntil(id) != nil)
    }

    @Test func clockSetBackDoesNotProlongTheBlock() async throws {
        let id = try await test.account().login
        for _ in 0..<3 { _ = try await fail(id) }
        test.clock.advance(by: -86_400)
        #expect(try await test.store.deniedUntil(id) == nil)
        #expect(try await test.store.countLogin(id, succeeded: true) == .accepted)
    }

    @Test func deletedAccountIsNotFound() async throws {
        let account = try await test.account()
        try await test.store.deleteAccount(account.id)
        let error = await #expect(throws: StoreError.self) { try await fail(account.login) }
        #expect(error?.code == .notFound)
    }
}
