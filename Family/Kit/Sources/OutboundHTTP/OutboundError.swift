/// An error in using an external server: a stable code, and a message with the remedy.
package struct OutboundError: Error, Hashable, Sendable, CustomStringConvertible {
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
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
