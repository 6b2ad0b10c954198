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

    /// Makes the rule that is stated in the terms.
    public init() {}

    /// The action for an account.
    public enum Decision: Hashable, Sendable {
        /// None: it is in use.
        case keep
        /// Notice now; deletion on that day unless it is used before.
        case notice(deletion: Day)
        /// Waiting after a notice; deletion on that day.
        case wait(deletion: Day)
        /// It was used after a notice: withdraw the notice.
        case takeNoticeBack
        /// The time after the notice is over: delete.
        case delete
    }

    /// The action for an account today.
    ///
    /// A clock that was set forward deletes nothing at once, because deletion follows
    /// ``noticeDays`` after the notice; if the clock goes back, both wait.
    ///
    /// - Parameters:
    ///   - lastUsed: The day of the last login, otherwise of the account's creation.
    ///   - noticed: The day of the notice; nil for none.
    ///   - today: Today.
    /// - Returns: The action.
    public func decision(lastUsed: Day, noticed: Day?, today: Day) -> Decision {
        let isUnused = today - lastUsed >= unusedDays
        guard let noticed else {
            return isUnused ? .notice(deletion: today + noticeDays) : .keep
        }
        guard lastUsed <= noticed, isUnused else { return .takeNoticeBack }
        let deletion = noticed + noticeDays
        return today >= deletion ? .delete : .wait(deletion: deletion)
    }

    /// The first day whose single answers are kept.
    public func firstAnswerDay(today: Day) -> Day { today + -answerDays }
}
