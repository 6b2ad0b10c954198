/// Reasons why a calendar cannot be used, each with its remedy.
package enum CalendarError: Error, Equatable, CustomStringConvertible {
    case tooManyBytes(limit: Int)
    case tooManyComponents(limit: Int)
    case tooManyOccurrences(limit: Int)
    /// The limit for all events of a calendar together.
    case tooManyInCalendar(limit: Int)
    case tooSlow(milliseconds: Int)
    case tooFrequent
    case notACalendar
    case unknownZone(String)
    case outOfMemory

    package var description: String {
        switch self {
        case .tooManyBytes(let limit):
            "the calendar is larger than \(limit) bytes; subscribe to a smaller one"
        case .tooManyComponents(let limit):
            "the calendar has more than \(limit) components; subscribe to a smaller one"
        case .tooManyOccurrences(let limit):
            "an event repeats more than \(limit) times; end its repetition earlier"
        case .tooManyInCalendar(let limit):
            "the events repeat more than \(limit) times together; choose a smaller calendar"
        case .tooSlow(let milliseconds):
            "expanding the events took more than \(milliseconds) ms; simplify their repetition"
        case .tooFrequent:
            "an event repeats every second or minute; choose hours or longer"
        case .notACalendar:
            "the data is not an iCalendar file; check the calendar's address"
        case .unknownZone(let name):
            "unknown time zone \(name); use a name such as Europe/Berlin"
        case .outOfMemory:
            "out of memory while reading the calendar; try again later"
        }
    }
}
