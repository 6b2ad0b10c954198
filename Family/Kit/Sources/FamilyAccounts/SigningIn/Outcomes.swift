/// A logged-in user.
public struct SignedIn: Sendable {
    /// The token of the session.
    public var token: SessionToken
    /// The account.
    public var account: Account
    /// The child that plays; the login's member in a practice without clients.
    public var player: PlayerID
    /// The token that makes the browser a known device.
    public var device: KnownDevice
    /// A new recovery code, to be shown once; nil if none was made.
    public var recoveryCode: RecoveryCode?
}

/// The result of a login attempt.
public enum SignInOutcome: Sendable {
    /// The password was right (A2).
    case signedIn(SignedIn)
    /// The password was wrong (A3); the number of attempts left before the account is locked.
    case wrongPassword(failuresLeft: Int)
    /// The username or email is unknown (A4).
    case unknownName
    /// The account is locked for this number of seconds, at least 1 (A8).
    case denied(seconds: Int)
    /// The address failed too often; it may try again in this number of seconds, at least 1.
    case tooMany(seconds: Int)
    /// The password could not be compared in time (A9).
    case timedOut
}

/// The result of a form that creates or changes an account, or of verifying a password again.
public enum AccountOutcome<Success: Sendable>: Sendable {
    /// It was done.
    case done(Success)
    /// Invalid fields, each with the catalog key of its message (A7).
    case invalid([AccountField.Name: String])
    /// The account is locked for this number of seconds, at least 1 (A8).
    case denied(seconds: Int)
    /// The address failed too often; it may try again in this number of seconds, at least 1.
    case tooMany(seconds: Int)
    /// The password could not be compared in time (A9).
    case timedOut
}
