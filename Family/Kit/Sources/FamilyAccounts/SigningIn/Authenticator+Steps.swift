import FamilyStore
import Foundation

/// The result of comparing a password.
enum PasswordCheck {
    case right
    case wrong(failuresLeft: Int)
    case denied(seconds: Int)
    case timedOut
}

extension Authenticator {
    /// The current year.
    var year: Int { Calendar(identifier: .gregorian).component(.year, from: now()) }

    /// A time in whole seconds, at least 1.
    func wholeSeconds(_ seconds: Double) -> Int { max(1, Int(seconds.rounded(.up))) }

    func credentials(
        _ id: AccountID, login: LoginID?
    ) async throws(AccountsError) -> Credentials {
        let found = try await stored { () async throws(StoreError) in
            try await store.credentials(id, login: login)
        }
        guard let found else {
            throw AccountsError(
                StoreError(.notFound, "There is no such account; it may have been deleted."))
        }
        return found
    }

    /// Compares a password and counts the result (A8).
    ///
    /// Failures on other devices do not lock a known device; only its own failures do.
    func check(
        _ password: String, of found: Credentials, address: String, device: KnownDevice? = nil
    ) async throws(AccountsError) -> PasswordCheck {
        let known = device.flatMap { device in
            device.isKnown(to: found) && devices.secondsLeft(device.name) == nil ? device : nil
        }
        if let until = found.deniedUntil, known == nil { return denied(until) }
        let isRight: Bool
        do {
            isRight = try await hasher.verify(
                password, against: found.passwordHash, from: NetworkAddress.key(address))
        } catch {
            guard error.code == .timedOut else { throw error }
            return .timedOut
        }
        if !isRight {
            throttle.noteFailure(address)
            if let known { devices.noteFailure(known.name) }
        }
        let count = try await stored { () async throws(StoreError) in
            try await store.countLogin(
                found.account.login, succeeded: isRight, fromKnownDevice: known != nil)
        }
        switch count {
        case .accepted: return .right
        case .failed(let left): return .wrong(failuresLeft: left)
        case .denied(let until): return denied(until)
        }
    }

    private func denied(_ until: Date) -> PasswordCheck {
        .denied(seconds: wholeSeconds(until.timeIntervalSince(now())))
    }

    /// Hashes a new password; nil if that was not possible in time.
    func hash(_ password: String, address: String) async throws(AccountsError) -> String? {
        try await hash(password, cost: hasher.cost, address: address)
    }

    /// Hashes a new PIN; nil if that was not possible in time.
    func hash(pin: String, address: String) async throws(AccountsError) -> String? {
        let cost = hasher.cost.logN < PasswordCost.pin.logN ? hasher.cost : .pin
        return try await hash(pin, cost: cost, address: address)
    }

    private func hash(
        _ secret: String, cost: PasswordCost, address: String
    ) async throws(AccountsError) -> String? {
        do {
            return try await hasher.hash(secret, cost: cost, from: NetworkAddress.key(address))
        } catch {
            guard error.code == .timedOut else { throw error }
            return nil
        }
    }

    /// Starts a session: with the profile of a child who logs in, otherwise with that of the first
    /// child, if there is one.
    func begin(
        _ account: Account, recoveryCode: RecoveryCode? = nil
    ) async throws(AccountsError) -> SignedIn {
        let own = account.player(PlayerID(rawValue: account.member.rawValue))
        let player = own ?? account.players.first
        guard player != nil || account.kind == .practice else {
            throw AccountsError(
                StoreError(.damaged, "An account has no child. Run `facialfun-family doctor`."))
        }
        return try await begin(account, as: player?.id, recoveryCode: recoveryCode)
    }

    /// Starts a session with the profile of a child.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - player: The child; nil in a practice without clients.
    ///   - isChild: Whether the child signed in without typing.
    ///   - recoveryCode: The recovery code that was made just now.
    /// - Returns: The session with the account.
    /// - Throws: ``AccountsError`` with `store`.
    func begin(
        _ account: Account, as player: PlayerID?, isChild: Bool = false,
        recoveryCode: RecoveryCode? = nil
    ) async throws(AccountsError) -> SignedIn {
        let token = SessionToken()
        _ = try await stored { () async throws(StoreError) in
            try await store.createSession(
                token.digest, account: account.id, login: account.login, player: player,
                isChild: isChild)
        }
        return SignedIn(
            token: token, account: account,
            player: player ?? PlayerID(rawValue: account.member.rawValue),
            device: KnownDevice(try await credentials(account.id, login: account.login)),
            recoveryCode: recoveryCode)
    }

    /// Replaces a hash whose cost differs from that of new ones, concurrently with the login.
    ///
    /// Failures are ignored: the old hash stays valid, and the next login tries again.
    func renew(_ found: Credentials, _ typed: String) async {
        guard hasher.isOutdated(found.passwordHash), let password = Password.normalised(typed)
        else { return }
        Task { [hasher, store] in
            guard let hash = try? await hasher.hash(password, from: "renewal") else { return }
            try? await store.replacePasswordHash(
                of: found.account.login, found.passwordHash, with: hash)
        }
    }

    /// Errors for names that belong to another account; the throttle prevents their enumeration.
    func taken(
        _ accepted: AccountForm.Accepted, except id: LoginID?, address: String
    ) async throws(AccountsError) -> [AccountField.Name: String] {
        let faults = try await stored { () async throws(StoreError) in
            var faults: [AccountField.Name: String] = [:]
            if let username = accepted.username,
                try await store.isTaken(username: username, except: id)
            {
                faults[.username] = FieldFault.usernameTaken
            }
            if let email = accepted.email, try await store.isTaken(email: email, except: id) {
                faults[.email] = FieldFault.emailTaken
            }
            return faults
        }
        if !faults.isEmpty { throttle.noteFailure(address) }
        return faults
    }

    /// The field errors for an error of the database; nil if it does not concern a field.
    static func faults(_ error: StoreError) -> [AccountField.Name: String]? {
        switch error.code {
        case .usernameTaken: [.username: FieldFault.usernameTaken]
        case .emailTaken: [.email: FieldFault.emailTaken]
        default: nil
        }
    }
}
