package import Calendars
package import OutboundHTTP

/// The reason why a calendar cannot be read or written: a stable code, and a message with the
/// remedy.
package struct CalendarProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable, CaseIterable {
        case badAddress = "bad_address"
        case insecure
        case hostUnknown = "host_unknown"
        case hostRefused = "host_refused"
        case otherHost = "other_host"
        case tooManyRedirects = "too_many_redirects"
        case certificate
        case timedOut = "timed_out"
        case tooLarge = "too_large"
        case connectionFailed = "connection_failed"
        case signInFailed = "sign_in_failed"
        case missing
        case serverFailed = "server_failed"
        case notACalendar = "not_a_calendar"
        case notCalDAV = "not_caldav"
        case changedMeanwhile = "changed_meanwhile"
        case credentialsUnreadable = "credentials_unreadable"
        case keyUnreadable = "key_unreadable"
        case tooManyCalendars = "too_many_calendars"

        /// The reason without the calendar's name and host, for other members.
        package var reason: String {
            switch self {
            case .badAddress, .insecure, .missing: "its address is wrong"
            case .hostUnknown, .connectionFailed, .serverFailed: "its server does not answer"
            case .hostRefused, .otherHost: "its server is not allowed"
            case .tooManyRedirects, .notACalendar, .notCalDAV, .changedMeanwhile:
                "its server does not answer with a calendar"
            case .certificate: "its server has no valid certificate"
            case .timedOut: "its server is too slow"
            case .tooLarge, .tooManyCalendars: "it is too large"
            case .signInFailed, .credentialsUnreadable, .keyUnreadable:
                "its password must be entered again"
            }
        }
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package init(_ error: OutboundError) {
        self.init(Code(rawValue: error.code.rawValue) ?? .connectionFailed, error.message)
    }

    package init(_ error: CalendarError) {
        switch error {
        case .tooManyBytes, .tooManyComponents, .tooManyOccurrences,
            .tooManyInCalendar, .tooSlow, .tooFrequent:
            self.init(.tooLarge, "The calendar cannot be used: \(error).")
        case .notACalendar, .unknownZone, .outOfMemory:
            self.init(.notACalendar, "The calendar cannot be used: \(error).")
        }
    }

    /// The problem that an unsuccessful HTTP status means.
    package init(status: Int, host: String) {
        switch status {
        case 401, 403:
            self.init(
                .signInFailed,
                "\(host) rejected the user name or the password. Enter them again; some servers "
                    + "need a "
                    + "separate password for apps.")
        case 404, 410:
            self.init(.missing, "\(host) no longer has a calendar at this address.")
        case 412:
            self.init(.changedMeanwhile, "The event was changed on \(host) at the same time.")
        default:
            self.init(
                .serverFailed, "\(host) answered with status \(status); it is retried later.")
        }
    }

    package var description: String { message }
}
