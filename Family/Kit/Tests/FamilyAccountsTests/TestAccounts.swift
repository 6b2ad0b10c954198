import FamilyStore
import Foundation
import Synchronization

@testable import FamilyAccounts

/// A clock that advances only on request.
final class TestClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: Double) {
        moment.withLock { $0.addTimeInterval(seconds) }
    }
}

/// A value that tasks and threads change one at a time.
final class Guarded<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) {
        mutex = Mutex(value)
    }

    var value: Value { mutex.withLock { $0 } }

    @discardableResult
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        mutex.withLock { value in
            var copy = value
            defer { value = copy }
            return body(&copy)
        }
    }
}

/// A store, a fast hasher and an authenticator with the same clock.
final class TestAccounts: Sendable {
    let folder: URL
    let clock = TestClock()
    let store: HouseholdStore
    let hasher: PasswordHasher
    let authenticator: Authenticator

    init(
        limits: AddressThrottle.Limits = .init(),
        hasher: PasswordHasher = .init(cost: .cheap, waitLimitSeconds: 120)
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-accounts-\(UUID().uuidString)")
        var options = SQLiteStore.Options()
        let clock = clock
        options.now = { clock.now }
        store = try HouseholdStore(folder: folder, options: options)
        self.hasher = hasher
        authenticator = Authenticator(
            store: store, hasher: hasher,
            throttle: AddressThrottle(limits: limits, now: { clock.now }), now: { clock.now })
    }

    deinit {
        try? store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates an account; nil if that was refused.
    func create(_ name: String = "ada", from address: String = "10.0.0.1") async throws -> SignedIn?
    {
        let outcome = try await authenticator.createAccount(
            .sample(name), termsVersion: "1", address: address)
        if case .done(let signedIn) = outcome { return signedIn }
        return nil
    }

    func signIn(
        _ name: String = "ada", _ password: String = AccountForm.password,
        from address: String = "10.0.0.1", device: KnownDevice? = nil
    ) async throws -> SignInOutcome {
        try await authenticator.signIn(
            name: name, password: password, address: address, device: device)
    }
}

extension AccountForm {
    static let password = "correct horse battery"
    static let pin = "2580"

    static func sample(_ name: String = "ada") -> AccountForm {
        AccountForm(
            values: [
                .fullName: "Ada Lovelace", .birthYear: "2017", .gender: "", .username: name,
                .email: "\(name)@example.org", .password: password, .confirmation: password,
                .pin: pin, .terms: "1",
            ], agreesToStatistics: true)
    }

    /// The form with one field replaced.
    func with(_ field: AccountField.Name, _ value: String?) -> AccountForm {
        var form = self
        form.values[field] = value
        return form
    }

    /// The errors when an account is created from the form, by field; empty if there are none.
    var faults: [AccountField.Name: String] {
        do {
            _ = try acceptedForCreation(termsVersion: "1", year: 2026)
            return [:]
        } catch {
            return error.keys
        }
    }
}

/// The result of a sign-in, without the parts that change from run to run.
func word(_ outcome: SignInOutcome) -> String {
    switch outcome {
    case .signedIn: "signed in"
    case .wrongPassword(let left): "wrong, \(left) left"
    case .unknownName: "unknown"
    case .denied(let seconds): "denied for \(seconds)"
    case .tooMany(let seconds): "too many, \(seconds)"
    case .timedOut: "timed out"
    }
}

/// The result of a form, without the parts that change from run to run.
func word<Success>(_ outcome: AccountOutcome<Success>) -> String {
    switch outcome {
    case .done: "done"
    case .invalid(let keys): keys.values.sorted().joined(separator: " ")
    case .denied(let seconds): "denied for \(seconds)"
    case .tooMany(let seconds): "too many, \(seconds)"
    case .timedOut: "timed out"
    }
}
