/// How long what is kept of a family is kept.
///
/// An account that nobody has used for two years is told to whoever runs the server, and deleted
/// sixty days later if it is still not used. Single answers are kept for five years, their sums for
/// as long as the account.
public struct RetentionRule: Hashable, Sendable {
    /// After how many days without a login an account is told.
    public var unusedDays = 730
    /// How many days lie between being told and being deleted.
    public var noticeDays = 60
    /// After how many days single answers become sums.
    public var answerDays = 5 * 365 + 1

    /// Makes the rule that the terms name.
    public init() {}

    /// What is to be done with an account.
    public enum Decision: Hashable, Sendable {
        /// It is used: nothing.
        case keep
        /// It is told now, and deleted on that day if it is not used until then.
        case notice(deletion: Day)
        /// It was told; it is deleted on that day.
        case wait(deletion: Day)
        /// It was told and used again: the notice is taken back.
        case takeNoticeBack
        /// It was told, and the time is over.
        case delete
    }

    /// What is to be done with an account today.
    ///
    /// A clock that was set forward deletes nothing at once: the notice is given on one day and the
    /// deletion comes ``noticeDays`` later, and where the clock goes back both wait.
    ///
    /// - Parameters:
    ///   - lastUsed: the day of the last login, else of the account's creation.
    ///   - noticed: the day on which it was told; nil where it was not.
    ///   - today: today.
    /// - Returns: the decision.
    public func decision(lastUsed: Day, noticed: Day?, today: Day) -> Decision {
        let isUnused = today - lastUsed >= unusedDays
        guard let noticed else {
            return isUnused ? .notice(deletion: today + noticeDays) : .keep
        }
        guard lastUsed <= noticed, isUnused else { return .takeNoticeBack }
        let deletion = noticed + noticeDays
        return today >= deletion ? .delete : .wait(deletion: deletion)
    }

    /// The first day whose answers are kept one by one.
    public func firstAnswerDay(today: Day) -> Day { today + -answerDays }
}
