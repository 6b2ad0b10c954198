/// Why a request to the service came to nothing.
public struct ScoringClientError: Error, CustomStringConvertible, Sendable {
    /// What kind of failure it is; stable.
    public enum Code: String, Sendable {
        /// Nothing listens at the endpoint, or this process may not connect.
        case cannotConnect
        /// The service did not answer in time, or the connection broke.
        case noAnswer
        /// What came is not what this client understands: is it another version?
        case badAnswer
        /// The service refused, and ``problem`` says why.
        case refused
    }

    /// What the service says of a refused request (RFC 9457).
    public struct Problem: Hashable, Sendable, Decodable {
        /// The HTTP status code.
        public let status: Int
        /// A stable name, as `overloaded` or `too_many_bytes`.
        public let code: String
        /// What is wrong and what helps, in English.
        public let detail: String
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened and what to do about it.
    public let message: String
    /// The service's own words, where it refused.
    public let problem: Problem?
    /// The error number of the system call that failed, or 0 where none did.
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
