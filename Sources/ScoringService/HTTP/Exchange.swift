import NIOCore
import NIOHTTP1

/// One request and its answer, on one connection; used on the event loop only.
final class Exchange {
    let head: HTTPRequestHead
    let arrival: NIODeadline
    /// The route; nil where the request has none.
    var match: RouteTable.Match?
    /// Header fields that a web page's browser needs.
    var browserHeaders: [(name: String, value: String)] = []
    var deadline: NIODeadline
    var query: [String: String] = [:]
    var body: [UInt8] = []
    /// Bytes that were taken from the budget.
    var takenBytes = 0
    /// Whether the request was read to its end.
    var isComplete = false
    /// Whether the connection may go on after the answer.
    var keepsAlive: Bool
    /// Whether the answer was begun.
    var isAnswered = false
    /// What is answered at the request's end, where that was clear from its head.
    var early: ServiceResponse?
    /// The code of the problem that is answered.
    var problem: String?
    var job: Job?
    /// At the deadline or, of a stream, at the next sign of life.
    var timer: Scheduled<Void>?
    var subscription: EventSubscription?
    /// Whether the stream that is sent is one of pictures, not of events.
    var sendsPictures = false

    init(head: HTTPRequestHead, arrival: NIODeadline, deadline: NIODeadline) {
        self.head = head
        self.arrival = arrival
        self.deadline = deadline
        keepsAlive = head.isKeepAlive
    }

    /// Whether a body is announced.
    var hasBody: Bool {
        head.headers.contains(name: "transfer-encoding")
            || head.headers["content-length"].contains { $0 != "0" }
    }

    /// The answer to a problem, in the route's form.
    func response(to problem: Problem) -> ServiceResponse {
        self.problem = problem.code
        switch match?.route.errorStyle ?? .problem {
        case .problem: return problem.response
        case .azure: return problem.azureResponse
        }
    }
}
