import FamilyStore
import Foundation

/// The result of a child's sign-in with pictures or a card.
public enum ChildSignInOutcome: Sendable {
    /// The pictures or the card were right.
    case signedIn(SignedIn)
    /// The pictures were wrong; the number of attempts left before a lock of one minute.
    case wrong(left: Int)
    /// The child's pictures are locked for this number of seconds, at least 1.
    case denied(seconds: Int)
    /// The address failed too often; it may try again in this number of seconds, at least 1.
    case tooMany(seconds: Int)
    /// The card is not valid, the browser is not a device of the child's household, or the child has
    /// no pictures.
    case unknown
    /// The pictures could not be compared in time.
    case timedOut
}

extension Authenticator {
    /// The account of a known device with its children who sign in with pictures; nil if the device
    /// is unknown.
    ///
    /// A device is known after an adult signed in on it, until the password changes.
    public func pictureLogins(
        on device: KnownDevice?
    ) async throws(AccountsError) -> (account: Account, children: [Player])? {
        guard let device else { return nil }
        let household = try await stored { () async throws(StoreError) in
            try await store.household(of: device.login)
        }
        guard let household else { return nil }
        let found = try await credentials(household, login: device.login)
        guard device.isKnown(to: found) else { return nil }
        let all = try await stored { () async throws(StoreError) in
            try await store.childSignIns(of: household)
        }
        let children = all.filter { $0.picturesSince != nil }
            .compactMap { found.account.player($0.child) }
        return (found.account, children)
    }

    /// Signs a child in with its pictures.
    ///
    /// Works only on known devices, and is counted like the PIN: pictures have far fewer
    /// combinations than a password.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - pictures: The chosen pictures.
    ///   - device: The token of the device.
    ///   - address: The address of the client.
    /// - Returns: The result; only `signedIn` creates a session.
    /// - Throws: ``AccountsError`` with `store`, `cancelled`, `damagedHash` or `hashing`.
    public func signIn(
        child: PlayerID, pictures: LoginPictures, on device: KnownDevice?, address: String
    ) async throws(AccountsError) -> ChildSignInOutcome {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        guard let known = try await pictureLogins(on: device),
            known.children.contains(where: { $0.id == child })
        else { return .unknown }
        let found = try await stored { () async throws(StoreError) in
            try await store.pictureCredentials(child)
        }
        guard let hash = found.hash else { return .unknown }
        if let until = found.deniedUntil {
            return .denied(seconds: wholeSeconds(until.timeIntervalSince(now())))
        }
        let isRight: Bool
        do {
            isRight = try await hasher.verify(
                pictures.secret, against: hash, from: NetworkAddress.key(address))
        } catch {
            guard error.code == .timedOut else { throw error }
            return .timedOut
        }
        if !isRight { throttle.noteFailure(address) }
        let count = try await stored { () async throws(StoreError) in
            try await store.countPictures(child, isRight: isRight)
        }
        switch count {
        case .accepted: return .signedIn(try await begin(child, of: known.account.id))
        case .failed(let left): return .wrong(left: left)
        case .denied(let until):
            return .denied(seconds: wholeSeconds(until.timeIntervalSince(now())))
        }
    }

    /// Signs a child in with the token of its card.
    ///
    /// - Returns: `signedIn`, `unknown` or `tooMany`.
    /// - Throws: ``AccountsError`` with `store`.
    public func signIn(
        card: SessionToken, address: String
    ) async throws(AccountsError) -> ChildSignInOutcome {
        if let seconds = throttle.secondsLeft(address) {
            return .tooMany(seconds: wholeSeconds(seconds))
        }
        let found = try await stored { () async throws(StoreError) in
            try await store.child(ofCard: card.digest)
        }
        guard let found else {
            throttle.noteFailure(address)
            return .unknown
        }
        return .signedIn(try await begin(found.child, of: found.household))
    }

    /// Sets the pictures of a child.
    ///
    /// - Returns: Whether it was done; false if they could not be hashed in time.
    /// - Throws: ``AccountsError`` with `store`, `cancelled` or `hashing`.
    public func setPictures(
        _ pictures: LoginPictures, of child: PlayerID, in household: AccountID, address: String
    ) async throws(AccountsError) -> Bool {
        guard let hash = try await hash(pin: pictures.secret, address: address) else {
            return false
        }
        try await stored { () async throws(StoreError) in
            try await store.setPictures(hash, of: child, in: household)
        }
        return true
    }

    /// Starts a session of a child who signed in without typing: with the child's own login, or that
    /// of the household's first parent.
    private func begin(
        _ child: PlayerID, of household: AccountID
    ) async throws(AccountsError) -> SignedIn {
        let members = try await stored { () async throws(StoreError) in
            try await store.members(of: household)
        }
        let own = members.first { $0.id.rawValue == child.rawValue }?.login?.id
        return try await begin(
            try await credentials(household, login: own).account, as: child, isChild: true)
    }
}
