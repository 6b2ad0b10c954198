/// The values of a new account.
///
/// They are already normalized (``AccountForm``); the database only checks for conflicts with other
/// accounts.
public struct NewAccount: Hashable, Sendable {
    /// 3 to 20 letters or digits.
    public var username: String
    /// An email address.
    public var email: String
    /// The password's hash in its encoded form, never the password itself.
    public var passwordHash: String
    /// The recovery code's hash in the same form; nil for a login without one.
    public var recoveryHash: String?
    /// The hash of the parent's PIN in the same form; nil for an account without one.
    public var pinHash: String?
    /// The first child; nil for a practice, which adds its clients later.
    public var child: NewPlayer?
    /// The accepted version of the terms.
    public var termsVersion: String
    /// Whether the answers may be counted in the statistics of all players.
    public var agreesToStatistics: Bool
    /// The kind of household.
    public var kind: HouseholdKind

    /// Makes the values of a new account.
    public init(
        username: String, email: String, passwordHash: String, recoveryHash: String? = nil,
        pinHash: String? = nil, child: NewPlayer?, termsVersion: String,
        agreesToStatistics: Bool, kind: HouseholdKind = .family
    ) {
        self.username = username
        self.email = email
        self.passwordHash = passwordHash
        self.recoveryHash = recoveryHash
        self.pinHash = pinHash
        self.child = child
        self.termsVersion = termsVersion
        self.agreesToStatistics = agreesToStatistics
        self.kind = kind
    }
}

/// Changes to an account; nil keeps a value.
public struct AccountChanges: Hashable, Sendable {
    /// A change of the gender.
    public enum Gender: Hashable, Sendable {
        /// Removes the gender.
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
    /// The hash of a new parent PIN.
    public var pinHash: String?
    /// A new name of the player.
    public var fullName: String?
    /// A new year of birth of the player.
    public var birthYear: Int?
    /// A new gender of the player.
    public var gender: Gender?
    /// Whether the answers may be counted in the statistics of all players.
    public var agreesToStatistics: Bool?

    /// Makes an empty set of changes.
    public init() {}
}
