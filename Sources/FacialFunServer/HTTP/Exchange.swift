import NIOCore
import NIOHTTP1

/// One request and its answer, on one connection; used on the event loop only.
final class Exchange {
    let head: HTTPRequestHead
    let arrival: NIODeadline
    /// The length of the body, as the head says it; nil where it comes in chunks.
    let announcedLength: Int?
    /// The route; nil where the request has none.
    var match: RouteTable.Match?
    /// Format of errors.
    var errorStyle = Route.ErrorStyle.problem
    /// Header fields that a web page's browser needs.
    var browserHeaders: [(name: String, value: String)] = []
    /// When the answer leaves at the latest: the reserve before the client's own deadline.
    var deadline: NIODeadline
    var query: [String: String] = [:]
    var body: [UInt8] = []
    /// Bytes that were taken from the budget.
    var takenBytes = 0
    /// Whether the request was read to its end.
    var isComplete = false
    /// Whether the connection may be reused after the response.
    var keepsAlive: Bool
    /// Whether the rest of the request is discarded after the response, so that the connection can
    /// be reused; otherwise an early response closes the connection.
    var drainsBody = false
    /// Whether it is refused, but not yet: its client comes back too soon.
    var isHeldBack = false
    /// Whether the answer was begun.
    var isAnswered = false
    /// Whether it was written to its end.
    var isEnded = false
    /// Since when its end waits until the client has taken the rest; nil where it does not.
    var unfinishedSince: NIODeadline?
    /// Bytes of it that the client has not taken, as they were taken from the budget.
    var heldBytes = 0
    /// Response to send at the end of the request, if it was decided from the head.
    var early: ServiceResponse?
    /// The code of the problem that is answered.
    var problem: String?
    var job: Job?
    /// The request, while it waits for the warm-up to end.
    var waiting: ServiceRequest?
    /// At the deadline or, of a stream, at the next heartbeat.
    var timer: Scheduled<Void>?
    /// Next check of the body's transfer rate.
    var rateTimer: Scheduled<Void>?
    var subscription: EventSubscription?
    /// Unlimited response body; nil if the response has an end.
    var stream: Stream?

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

    /// Whether the parser reads nothing after a request, because bytes of another protocol might
    /// follow: the client would wait in vain for the answer to its next one.
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

    /// The longest body that is read for nothing to keep its connection.
    private static let maxDrainedBytes = 262_144

    /// Whether the body comes in any case and is short enough to be passed over: less work than a
    /// new connection.
    var hasShortBody: Bool {
        guard !head.headers.contains(name: "expect"),
            let count = head.headers.first(name: "content-length").flatMap({ Int($0) })
        else { return false }
        return count <= Self.maxDrainedBytes
    }

    /// The answer to a problem, in the route's form.
    func response(to problem: Problem) -> ServiceResponse {
        self.problem = problem.code
        switch errorStyle {
        case .problem: return problem.response
        case .azure: return problem.azureResponse
        }
    }

    /// Fixes the response regardless of later input.
    func refuse(_ problem: Problem) { early = response(to: problem) }
}
