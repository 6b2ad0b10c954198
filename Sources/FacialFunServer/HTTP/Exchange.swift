import NIOCore
import NIOHTTP1

/// A request and its response on one connection; used on the event loop only.
///
/// ``State`` is the progress of the response; ``isComplete`` is that of the request, because a
/// response may begin before the request has ended.
final class Exchange {
    /// Progress of the response, in this order.
    enum State {
        /// Nothing is decided: the request is being read or processed.
        case open
        /// The request waits for the warm-up to end.
        case warmingUp(ServiceRequest)
        /// The response is fixed, but delayed because the client retried too early.
        case delayed(ServiceResponse)
        /// The response is fixed, regardless of the rest of the request.
        case refused(ServiceResponse)
        /// The response is an unlimited stream that has started.
        case streaming(Stream)
        /// The response was written except for its end, which waits for the client.
        ///
        /// Has the start of the wait for the client to read the rest; nil during writing.
        case sending(since: NIODeadline?)
        /// The response has been written.
        case ended
    }

    let head: HTTPRequestHead
    let arrival: NIODeadline
    /// The length of the body according to the head; nil for a chunked body.
    let announcedLength: Int?
    /// The route; nil if there is none.
    var match: RouteTable.Match?
    /// Format of errors.
    var errorStyle = Route.ErrorStyle.problem
    /// Header fields for the browser of a web page.
    var browserHeaders: [(name: String, value: String)] = []
    /// Latest time of the response: the margin before the client's deadline.
    var deadline: NIODeadline
    var query: [String: String] = [:]
    var body: [UInt8] = []
    /// Number of bytes taken from the budget.
    var takenBytes = 0
    /// Whether the request has been read completely.
    var isComplete = false
    /// Whether the connection may be reused after the response.
    var keepsAlive: Bool
    /// Whether the rest of the request is discarded after the response, so that the connection can
    /// be reused; otherwise an early response closes the connection.
    var drainsBody = false
    /// Progress of the response.
    private(set) var state = State.open
    /// Bytes of the response that the client has not read, as taken from the budget.
    var heldBytes = 0
    /// The code of the problem in the response.
    var problem: String?
    var job: Job?
    /// Timer for the deadline or, for a stream, the next heartbeat.
    var timer: Scheduled<Void>?
    /// Next check of the body's transfer rate.
    var rateTimer: Scheduled<Void>?
    var subscription: EventSubscription?

    /// A kind of stream.
    enum Stream {
        case events
        case pictures

        var mediaType: String {
            switch self {
            case .events: "text/event-stream"
            case .pictures: ServiceEvent.partStream
            }
        }
    }

    init(head: HTTPRequestHead, arrival: NIODeadline, deadline: NIODeadline) {
        self.head = head
        self.arrival = arrival
        self.deadline = deadline
        announcedLength =
            head.headers.contains(name: "transfer-encoding")
            ? nil : head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
        keepsAlive = head.isKeepAlive && !Self.endsHTTP(head) && !Self.hasDoubtfulEnd(head)
    }

    /// Whether the parser stops after this request because bytes of another protocol may follow.
    ///
    /// The connection must then close, or the client would wait in vain for its next response.
    private static func endsHTTP(_ head: HTTPRequestHead) -> Bool {
        head.method == .CONNECT || head.headers.contains(name: "upgrade")
    }

    /// Whether the end of the request is ambiguous: HTTP/1.0 has no chunks, so an intermediary may
    /// have interpreted it differently (RFC 9112, section 6.1).
    private static func hasDoubtfulEnd(_ head: HTTPRequestHead) -> Bool {
        head.version.minor == 0 && head.headers.contains(name: "transfer-encoding")
    }

    /// Whether a body is announced.
    var hasBody: Bool {
        announcedLength == nil || head.headers["content-length"].contains { $0 != "0" }
    }

    /// Whether the connection is reused after the response.
    var isPersistent: Bool { keepsAlive && (isComplete || drainsBody) }

    /// Maximum size of a body that is discarded to keep the connection.
    private static let maxDrainedBytes = 262_144

    /// Whether the body will arrive and is short enough to be discarded, which costs less than a
    /// new connection.
    var hasShortBody: Bool {
        guard !head.headers.contains(name: "expect"),
            let count = head.headers.first(name: "content-length").flatMap({ Int($0) })
        else { return false }
        return count <= Self.maxDrainedBytes
    }

    /// The response for a problem, in the route's format.
    func response(to problem: Problem) -> ServiceResponse {
        self.problem = problem.code
        switch errorStyle {
        case .problem: return problem.response
        case .azure: return problem.azureResponse
        }
    }

    // MARK: - Progress of the response

    /// Whether nothing is decided, so that the rest of the request is needed.
    var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Whether the response has started.
    var isAnswered: Bool {
        switch state {
        case .open, .warmingUp, .delayed, .refused: false
        case .streaming, .sending, .ended: true
        }
    }

    /// Whether the response has been written.
    var isEnded: Bool {
        if case .ended = state { true } else { false }
    }

    /// Kind of the current stream; nil if there is none.
    var stream: Stream? {
        if case .streaming(let stream) = state { stream } else { nil }
    }

    /// Start of the wait for the client to read the rest of the response; nil if there is none.
    var unfinishedSince: NIODeadline? {
        if case .sending(let since) = state { since } else { nil }
    }

    /// Fixes the response regardless of later input, unless it has started.
    func refuse(_ problem: Problem) { refuse(with: response(to: problem)) }

    /// Fixes the response regardless of later input, unless it has started.
    func refuse(with response: ServiceResponse) {
        if !isAnswered { state = .refused(response) }
    }

    /// Delays the rejection.
    func delay() {
        if case .refused(let response) = state { state = .delayed(response) }
    }

    /// Ends the delay of the rejection.
    func endDelay() {
        if case .delayed(let response) = state { state = .refused(response) }
    }

    /// Waits for the warm-up.
    func wait(with request: ServiceRequest) {
        if isOpen { state = .warmingUp(request) }
    }

    /// Ends the wait for the warm-up.
    ///
    /// - Returns: The request; nil if it was not waiting.
    func resume() -> ServiceRequest? {
        guard case .warmingUp(let request) = state else { return nil }
        state = .open
        return request
    }

    /// Starts the response.
    ///
    /// - Returns: False if it had started before.
    func begin(_ stream: Stream? = nil) -> Bool {
        guard !isAnswered else { return false }
        state = stream.map { .streaming($0) } ?? .sending(since: nil)
        return true
    }

    /// Waits for the client to read the rest.
    func waitForClient(since now: NIODeadline) { state = .sending(since: now) }

    /// Ends the response.
    func end() { state = .ended }
}
