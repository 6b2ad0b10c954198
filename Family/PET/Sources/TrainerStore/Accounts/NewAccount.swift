/// What an account is made of.
///
/// The values are normalised already (`TrainerAccounts`); the database holds them to its own rules
/// only where another account is concerned.
public struct NewAccount: Hashable, Sendable {
    /// 3 to 20 letters or digits.
    public var username: String
    /// An email address.
    public var email: String
    /// The password's hash in its encoded form, never the password.
    public var passwordHash: String
    /// The recovery code's hash in the same form; nil for a login without one.
    public var recoveryHash: String?
    /// The hash of the parent's PIN in the same form; nil for an account without one.
    public var pinHash: String?
    /// The name of the player.
    public var fullName: String
    /// The player's year of birth.
    public var birthYear: Int
    /// `female`, `male` or `other`; nil for "rather not say".
    public var gender: String?
    /// The version of the terms that were agreed to, now.
    public var termsVersion: String
    /// Whether the answers may be part of the statistics of all players.
    public var agreesToStatistics: Bool

    /// Makes the values of a new account.
    public init(
        username: String, email: String, passwordHash: String, recoveryHash: String? = nil,
        pinHash: String? = nil,
        fullName: String, birthYear: Int, gender: String? = nil, termsVersion: String,
        agreesToStatistics: Bool
    ) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
        self.recoveryHash = recoveryHash
        self.pinHash = pinHash
        self.fullName = fullName
        self.birthYear = birthYear
        self.gender = gender
        self.termsVersion = termsVersion
        self.agreesToStatistics = agreesToStatistics
    }
}

/// What is to be different in an account; nil leaves a thing as it is.
public struct AccountChanges: Hashable, Sendable {
    /// What a gender becomes.
    public enum Gender: Hashable, Sendable {
        /// No gender is kept.
        case ratherNotSay
        /// `female`, `male` or `other`.
        case said(String)
    }

    /// A new username.
    public var username: String?
    /// A new email.
    public var email: String?
    /// The hash of a new password.
    public var passwordHash: String?
    /// The hash of a new PIN of the parent.
    public var pinHash: String?
    /// A new name of the player.
    public var fullName: String?
    /// A new year of birth of the player.
    public var birthYear: Int?
    /// A new gender of the player.
    public var gender: Gender?
    /// Whether the answers may be part of the statistics of all players.
    public var agreesToStatistics: Bool?

    /// Makes changes that change nothing yet.
    public init() {}
}
