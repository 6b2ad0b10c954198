import FamilyStore
package import Foundation

/// Authenticates users, and creates, changes and deletes their accounts (A2 to A9, A14).
///
/// The response to an unknown name reports that it is unknown (A4), so it need not take as long as
/// one to a wrong password. No hash is computed for it; otherwise a flood of invented names would
/// delay all users. The throttle by address prevents the enumeration of names.
public final class Authenticator: Sendable {
    let store: any AccountStore
    let hasher: PasswordHasher
    let throttle: AddressThrottle
    /// Counts the wrong passwords of known devices while their account is locked for others.
    let devices: AddressThrottle
    let now: @Sendable () -> Date

    /// Makes an authenticator.
    package init(
        store: any AccountStore, hasher: PasswordHasher,
        throttle: AddressThrottle = AddressThrottle(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.hasher = hasher
        self.throttle = throttle
        var limits = AddressThrottle.Limits()
        (limits.failures, limits.refillSeconds) = (5, 60)
        devices = AddressThrottle(limits: limits, now: now)
        self.now = now
    }

    /// Logs in by username or email.
    ///
    /// - Parameters:
    ///   - name: A username or an email, as typed.
    ///   - password: As typed.
    ///   - address: The address of the client.
    ///   - device: The token of a known device.
    /// - Returns: The result; only `signedIn` creates a session.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func signIn(
        name: String, password: String, address: String, device: KnownDevice? = nil
    ) async throws(AccountsError) -> SignInOutcome {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        let field = AccountField.named(.email)
        let line = PlainText.line(name, most: field.maximum) ?? ""
        let found = try await stored { () async throws(StoreError) in
            line.isEmpty ? nil : try await store.credentials(login: line)
        }
        guard let found else {
            throttle.noteFailure(address)
            return .unknownName
        }
        switch try await check(password, of: found, address: address, device: device) {
        case .wrong(let left): return .wrongPassword(failuresLeft: left)
        case .denied(let seconds): return .denied(seconds: seconds)
        case .timedOut: return .timedOut
        case .right: break
        }
        await renew(found, password)
        return .signedIn(try await begin(found.account))
    }

    /// Creates an account and logs its owner in (A6).
    ///
    /// - Parameters:
    ///   - form: As typed.
    ///   - termsVersion: The current version of the terms.
    ///   - address: The address of the client.
    /// - Returns: The result, with all invalid fields at once.
    /// - Throws: ``AccountsError`` with `store`, `cancelled` or `hashing`.
    public func createAccount(
        _ form: AccountForm, termsVersion: String, address: String
    ) async throws(AccountsError) -> AccountOutcome<SignedIn> {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        let accepted: AccountForm.Accepted
        var faults: [AccountField.Name: String] = [:]
        do {
            accepted = try form.acceptedForCreation(termsVersion: termsVersion, year: year)
        } catch {
            return .invalid(error.keys)
        }
        faults = try await taken(accepted, except: nil, address: address)
        guard faults.isEmpty else { return .invalid(faults) }
        guard let username = accepted.username, let email = accepted.email,
            let password = accepted.password, let pin = accepted.pin
        else { preconditionFailure("a form accepted for creation must have all fields") }
        guard let passwordHash = try await hash(password, address: address),
            let pinHash = try await hash(pin: pin, address: address)
        else { return .timedOut }
        let code = RecoveryCode()
        guard let recoveryHash = try await hash(code, address: address) else { return .timedOut }
        let new = NewAccount(
            username: username, email: email, passwordHash: passwordHash,
            recoveryHash: recoveryHash, pinHash: pinHash, child: accepted.child,
            termsVersion: termsVersion,
            agreesToStatistics: accepted.agreesToStatistics ?? false,
            kind: form.isPractice ? .practice : .family)
        do {
            return .done(
                try await begin(try await store.createAccount(new), recoveryCode: code))
        } catch let error as StoreError {
            // Another request took the name while the password was hashed.
            guard let faults = Self.faults(error) else { throw AccountsError(error) }
            return .invalid(faults)
        } catch let error as AccountsError {
            throw error
        } catch {
            preconditionFailure("every thrown error must have a listed type")
        }
    }

    /// Changes an account (A14).
    ///
    /// Changes of username, email, password or PIN require the current password, which is counted
    /// like a login. All other changes only require parent access. A new password ends all other
    /// sessions.
    ///
    /// - Parameters:
    ///   - id: The account.
    ///   - login: The login whose username, email and password change; nil for the first.
    ///   - player: The child whose name, year and gender change; nil if there is none.
    ///   - form: The submitted values.
    ///   - isParent: Whether parent access is open.
    ///   - keeping: The session that continues.
    ///   - address: The address of the client.
    /// - Returns: The result, with the changed account.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func changeAccount(
        _ id: AccountID, login: LoginID? = nil, player: PlayerID?, form: AccountForm,
        isParent: Bool, keeping: SessionDigest?, address: String
    ) async throws(AccountsError) -> AccountOutcome<Account> {
        let found = try await credentials(id, login: login)
        let accepted: AccountForm.Accepted
        do {
            accepted = try form.acceptedForEditing(found.account, year: year)
        } catch {
            return .invalid(error.keys)
        }
        let isGuarded =
            !isParent || accepted.username != nil || accepted.email != nil
            || accepted.password != nil || accepted.pin != nil
        if isGuarded {
            let current = form.values[.currentPassword] ?? ""
            guard !current.isEmpty else {
                return .invalid([.currentPassword: FieldFault.currentPasswordBlank])
            }
            switch try await check(current, of: found, address: address) {
            case .right: break
            case .wrong: return .invalid([.currentPassword: FieldFault.currentPasswordWrong])
            case .denied(let seconds): return .denied(seconds: seconds)
            case .timedOut: return .timedOut
            }
        }
        let faults = try await taken(accepted, except: found.account.login, address: address)
        guard faults.isEmpty else { return .invalid(faults) }
        var changes = AccountChanges()
        changes.username = accepted.username
        changes.email = accepted.email
        changes.fullName = accepted.fullName
        changes.birthYear = accepted.birthYear
        changes.gender = accepted.gender
        changes.agreesToStatistics = accepted.agreesToStatistics
        if let password = accepted.password {
            guard let hash = try await hash(password, address: address) else { return .timedOut }
            changes.passwordHash = hash
        }
        if let pin = accepted.pin {
            guard let hash = try await hash(pin: pin, address: address) else { return .timedOut }
            changes.pinHash = hash
        }
        do {
            return .done(
                try await store.updateAccount(
                    id, login: found.account.login, player: player, changes: changes,
                    keeping: keeping))
        } catch {
            guard let faults = Self.faults(error) else { throw AccountsError(error) }
            return .invalid(faults)
        }
    }

    /// Verifies the password of a user who is already logged in.
    ///
    /// - Returns: The result; a wrong password is an error of the field `password`.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func confirm(
        _ password: String, of id: AccountID, login: LoginID? = nil, address: String
    ) async throws(AccountsError) -> AccountOutcome<Void> {
        guard !password.isEmpty else {
            return .invalid([.password: FieldFault.currentPasswordBlank])
        }
        let found = try await credentials(id, login: login)
        switch try await check(password, of: found, address: address) {
        case .wrong: return .invalid([.password: FieldFault.currentPasswordWrong])
        case .denied(let seconds): return .denied(seconds: seconds)
        case .timedOut: return .timedOut
        case .right: return .done(())
        }
    }

    /// Deletes an account with all its data, if the password is right (A14).
    ///
    /// - Returns: The result; a wrong password is an error of the field `password`.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func deleteAccount(
        _ id: AccountID, login: LoginID? = nil, password: String, address: String
    ) async throws(AccountsError) -> AccountOutcome<Void> {
        let confirmed = try await confirm(password, of: id, login: login, address: address)
        guard case .done = confirmed else { return confirmed }
        try await stored { () async throws(StoreError) in try await store.deleteAccount(id) }
        return .done(())
    }
}
