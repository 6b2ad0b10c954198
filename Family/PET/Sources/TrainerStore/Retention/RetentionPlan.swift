public import TrainerRules

/// What retention has to do today, or has done.
public struct RetentionPlan: Hashable, Sendable {
    /// An account that is not used, with how to reach its owner.
    public struct Unused: Hashable, Sendable {
        /// The account.
        public var account: AccountID
        /// Its username.
        public var username: String
        /// Its email.
        public var email: String
        /// The day on which it was last used.
        public var lastUsed: Day
        /// The day on which it is deleted if it is not used until then.
        public var deletion: Day
    }

    /// The day.
    public var day: Day
    /// Accounts that are told today.
    public var told: [Unused] = []
    /// Accounts that were told before and wait.
    public var waiting: [Unused] = []
    /// Accounts whose notice is taken back, because they are used.
    public var takenBack: [AccountID] = []
    /// Accounts that are deleted.
    public var deleted: [AccountID] = []
    /// Rounds whose answers become sums.
    public var rounds = 0
    /// Times in the application that become one a month.
    public var sittings = 0
}
