import FamilyStore
import Foundation

/// The result of a form that sets a password with a recovery code.
public enum RecoveryOutcome: Sendable {
    /// The password is set, and the owner is signed in with a new code.
    case done(SignedIn)
    /// Some fields are invalid: the key of the error text for each of them.
    case invalid([AccountField.Name: String])
    /// The name or the code is wrong; the response does not distinguish them.
    case refused
    /// The login is locked for this number of seconds, at least 1.
    case denied(seconds: Int)
    /// The address failed too often; it may try again in this number of seconds, at least 1.
    case tooMany(seconds: Int)
    /// The code could not be compared in time.
    case timedOut
}

extension Authenticator {
    /// Sets a new password with a recovery code.
    ///
    /// Wrong codes count as failed sign-ins of the login and of the address. All sessions and
    /// devices of the login end, and a new code replaces the used one.
    ///
    /// - Parameters:
    /// - name: A username or an email, as typed.
    /// - code: The recovery code, as typed.
    /// - form: The new password and its confirmation.
    /// - address: The address of the client.
    /// - Returns: The result.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func recover(
        name: String, code: String, form: AccountForm, address: String
    ) async throws(AccountsError) -> RecoveryOutcome {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        let line = PlainText.line(name, most: AccountField.named(.email).maximum) ?? ""
        let found = try await stored { () async throws(StoreError) in
            line.isEmpty ? nil : try await store.credentials(login: line)
        }
        let password: String
        do {
            password = try form.acceptedPassword(
                besides: [found?.account.username, found?.account.email])
        } catch {
            return .invalid(error.keys)
        }
        guard let found, let typed = RecoveryCode(code),
            let used = try await stored({ () async throws(StoreError) in
                try await store.recoveryHash(of: found.account.login)
            })
        else {
            throttle.noteFailure(address)
            return .refused
        }
        var compared = found
        compared.passwordHash = used
        switch try await check(typed.secret, of: compared, address: address) {
        case .right: break
        case .wrong: return .refused
        case .denied(let seconds): return .denied(seconds: seconds)
        case .timedOut: return .timedOut
        }
        let new = RecoveryCode()
        guard let passwordHash = try await hash(password, address: address),
            let recoveryHash = try await hash(new, address: address)
        else { return .timedOut }
        let isDone = try await stored { () async throws(StoreError) in
            try await store.recover(
                found.account.login, used: used, passwordHash: passwordHash,
                recoveryHash: recoveryHash)
        }
        return isDone ? .done(try await begin(found.account, recoveryCode: new)) : .refused
    }

    /// Replaces a login's recovery code.
    ///
    /// - Returns: The new code; nil if it could not be hashed in time.
    /// - Throws: ``AccountsError`` with `store`, `cancelled` or `hashing`.
    public func renewRecoveryCode(
        of login: LoginID, address: String
    ) async throws(AccountsError) -> RecoveryCode? {
        let code = RecoveryCode()
        guard let hash = try await hash(code, address: address) else { return nil }
        try await stored { () async throws(StoreError) in
            try await store.setRecoveryHash(hash, of: login)
        }
        return code
    }

    /// Uses an invitation's link: creates a login or sets a new password, and signs the owner in.
    ///
    /// - Parameters:
    /// - token: The link's token.
    /// - form: Username, email, password and confirmation; for a password reset, only the password
    ///   and its confirmation.
    /// - address: The address of the client.
    /// - Returns: The result, with all invalid fields at once.
    /// - Throws: ``AccountsError`` with `store` (`notFound` if the link is not valid), `cancelled`
    ///   or `hashing`.
    public func accept(
        _ token: SessionToken, form: AccountForm, address: String
    ) async throws(AccountsError) -> AccountOutcome<SignedIn> {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        let invitation = try await stored { () async throws(StoreError) in
            try await store.invitation(token.digest)
        }
        guard let invitation else {
            throttle.noteFailure(address)
            throw AccountsError(StoreError(.notFound, "The invitation is not valid."))
        }
        let isPassword = invitation.purpose == .password
        let accepted: AccountForm.Accepted
        do {
            accepted = try form.acceptedForLogin(isPassword: isPassword)
        } catch {
            return .invalid(error.keys)
        }
        let faults = try await taken(accepted, except: nil, address: address)
        guard faults.isEmpty else { return .invalid(faults) }
        let code = RecoveryCode()
        guard let password = accepted.password,
            let passwordHash = try await hash(password, address: address),
            let recoveryHash = try await hash(code, address: address)
        else { return .timedOut }
        do {
            let (household, login) =
                try await isPassword
                ? store.acceptPassword(
                    token.digest, passwordHash: passwordHash, recoveryHash: recoveryHash)
                : store.accept(
                    token.digest,
                    NewLogin(
                        username: accepted.username ?? "", email: accepted.email ?? "",
                        passwordHash: passwordHash, recoveryHash: recoveryHash))
            return .done(
                try await begin(
                    try await credentials(household, login: login).account, recoveryCode: code))
        } catch let error as StoreError {
            guard let faults = Self.faults(error) else { throw AccountsError(error) }
            return .invalid(faults)
        } catch let error as AccountsError {
            throw error
        } catch {
            preconditionFailure("every thrown error must have a listed type")
        }
    }

    /// Hashes a recovery code; nil if that was not possible in time.
    ///
    /// Its 100 random bits cannot be guessed, so it is hashed at the low cost of a PIN.
    func hash(_ code: RecoveryCode, address: String) async throws(AccountsError) -> String? {
        try await hash(pin: code.secret, address: address)
    }
}

extension AccountForm {
    /// The new password of a form that contains only a password and its confirmation.
    ///
    /// - Throws: ``FieldFaults`` with every invalid field.
    func acceptedPassword(besides others: [String?]) throws(FieldFaults) -> String {
        var check = FormCheck(form: self, year: 0)
        let password = check.newPassword(isRequired: true, besides: others)
        guard let password, check.faults.isEmpty else { throw FieldFaults(check.faults) }
        return password
    }

    /// The values of an invitation's form.
    ///
    /// - Throws: ``FieldFaults`` with every invalid field.
    func acceptedForLogin(isPassword: Bool) throws(FieldFaults) -> Accepted {
        var check = FormCheck(form: self, year: 0)
        var accepted = Accepted()
        if !isPassword { accepted = check.common([.named(.username), .named(.email)]) }
        accepted.password = check.newPassword(
            isRequired: true, besides: [accepted.username, accepted.email])
        guard check.faults.isEmpty else { throw FieldFaults(check.faults) }
        return accepted
    }
}
