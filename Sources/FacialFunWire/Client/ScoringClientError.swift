/// Reason why a request to the service failed.
public struct ScoringClientError: Error, CustomStringConvertible, Sendable {
    /// Kind of failure; stable.
    public enum Code: String, Sendable {
        /// Nothing listens at the endpoint, or this process may not connect.
        case cannotConnect
        /// The service did not answer in time, or the connection broke.
        case noAnswer
        /// Unexpected response, possibly from another version.
        case badAnswer
        /// The service rejected the request; ``problem`` has the reason.
        case refused
    }

    /// Problem details of a rejected request (RFC 9457).
    public struct Problem: Hashable, Sendable, Decodable {
        /// The HTTP status code.
        public let status: Int
        /// A stable name, such as `overloaded` or `too_many_bytes`.
        public let code: String
        /// Cause and remedy in English.
        public let detail: String
    }

    /// Kind of failure.
    public let code: Code
    /// The failure and its remedy.
    public let message: String
    /// The service's problem details, if it rejected the request.
    public let problem: Problem?
    /// The error number of the failed system call; 0 if there was none.
    public let cause: Int32

    init(_ code: Code, _ message: String, problem: Problem? = nil, cause: Int32 = 0) {
        self.code = code
        self.message = message
        self.problem = problem
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}
