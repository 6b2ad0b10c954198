public import FamilyAccounts
public import TrainerRules

/// The changes of data retention on a day, planned or made.
public struct RetentionPlan: Hashable, Sendable {
    /// An unused account and the address of its owner.
    public struct Unused: Hashable, Sendable {
        /// The account.
        public var account: AccountID
        /// Its username.
        public var username: String
        /// Its email.
        public var email: String
        /// The day of its last use.
        public var lastUsed: Day
        /// The day on which it is deleted unless it is used before.
        public var deletion: Day
    }

    /// The day.
    public var day: Day
    /// Accounts to notify today.
    public var notified: [Unused] = []
    /// Accounts that were notified before and are not yet due for deletion.
    public var waiting: [Unused] = []
    /// Accounts whose notice is withdrawn because they were used.
    public var withdrawn: [AccountID] = []
    /// Accounts to delete.
    public var deleted: [AccountID] = []
    /// Rounds whose answers are replaced by sums.
    public var rounds = 0
    /// Sittings that are merged into one for each month.
    public var sittings = 0
}
