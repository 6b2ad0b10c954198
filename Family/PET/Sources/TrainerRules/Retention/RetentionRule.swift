/// The retention periods of a family's data.
///
/// An account unused for two years is reported to the operator, and deleted sixty days later unless
/// it is used again. Single answers are kept for five years, their sums as long as the account.
public struct RetentionRule: Hashable, Sendable {
    /// Days without a login until the notice.
    public var unusedDays = 730
    /// Days from the notice to the deletion.
    public var noticeDays = 60
    /// Days until single answers are replaced by sums.
    public var answerDays = 5 * 365 + 1

    /// Makes the rule with the periods stated in the terms.
    public init() {}

    /// The action for an account.
    public enum Decision: Hashable, Sendable {
        /// None: it is in use.
        case keep
        /// The account becomes due for deletion: notify the operator now; delete it on this day
        /// unless it is used before.
        case notice(deletion: Day)
        /// The notice was given; delete the account on this day.
        case wait(deletion: Day)
        /// The account was used after the notice: withdraw the notice.
        case withdrawNotice
        /// The period after the notice has ended: delete the account.
        case delete
    }

    /// The action for an account today.
    ///
    /// If the clock was set forward by mistake, nothing is deleted immediately, because deletion
    /// follows ``noticeDays`` after the notice. If it was set back, notice and deletion wait.
    ///
    /// - Parameters:
    /// - lastUsed: The day of the last login, otherwise of the account's creation.
    /// - noticed: The day of the notice; nil for none.
    /// - today: Today.
    /// - Returns: The action.
    public func decision(lastUsed: Day, noticed: Day?, today: Day) -> Decision {
        let isUnused = today - lastUsed >= unusedDays
        guard let noticed else {
            return isUnused ? .notice(deletion: today + noticeDays) : .keep
        }
        guard lastUsed <= noticed, isUnused else { return .withdrawNotice }
        let deletion = noticed + noticeDays
        return today >= deletion ? .delete : .wait(deletion: deletion)
    }

    /// The first day whose single answers are kept.
    public func firstAnswerDay(today: Day) -> Day { today + -answerDays }
}
