/// The occurrences and time that all events of a calendar may use together.
package struct CalendarBudget: Sendable {
    private let limit: Int
    private let milliseconds: Int
    private var occurrences: Int
    private let deadline: ContinuousClock.Instant

    package init(occurrences: Int = 200_000, milliseconds: Int = 2000) {
        limit = occurrences
        self.occurrences = occurrences
        self.milliseconds = milliseconds
        deadline = .now + .milliseconds(milliseconds)
    }

    var millisecondsLeft: Int {
        Int(max(.zero, ContinuousClock.now.duration(to: deadline)) / .milliseconds(1))
    }

    /// Spends `count` occurrences.
    mutating func spend(_ count: Int) throws(CalendarError) {
        guard ContinuousClock.now < deadline else { throw .tooSlow(milliseconds: milliseconds) }
        occurrences -= count
        guard occurrences >= 0 else { throw .tooManyInCalendar(limit: limit) }
    }
}
