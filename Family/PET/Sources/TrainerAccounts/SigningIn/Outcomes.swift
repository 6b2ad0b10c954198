public import TrainerStore

/// Somebody who is signed in.
public struct SignedIn: Sendable {
    /// What the browser is to show from now on.
    public var token: SessionToken
    /// The account.
    public var account: Account
    /// Who plays.
    public var player: PlayerID
    /// What lets the browser be known from now on.
    public var device: KnownDevice
    /// The recovery code that was made just now, to be shown once; nil where none was.
    public var recoveryCode: RecoveryCode?
}

/// What came of an attempt to sign in.
public enum SignInOutcome: Sendable {
    /// It was right (A2).
    case signedIn(SignedIn)
    /// The password was wrong (A3); so many more may be before the account is denied.
    case wrongPassword(failuresLeft: Int)
    /// There is no such username or email (A4).
    case unknownName
    /// The account is denied for so many seconds, at least 1 (A8).
    case denied(seconds: Int)
    /// The address failed too often; it may try again in so many seconds, at least 1.
    case tooMany(seconds: Int)
    /// The password could not be looked at in time (A9).
    case timedOut
}

/// What came of a form that makes or changes an account, or of a password that was asked again.
public enum AccountOutcome<Success: Sendable>: Sendable {
    /// It was done.
    case done(Success)
    /// Fields are at fault: for each the catalogue's key of its sentence (A7).
    case invalid([AccountField.Name: String])
    /// The account is denied for so many seconds, at least 1 (A8).
    case denied(seconds: Int)
    /// The address failed too often; it may try again in so many seconds, at least 1.
    case tooMany(seconds: Int)
    /// The password could not be looked at in time (A9).
    case timedOut
}
