import NIOCore
import NIOHTTP1

/// A completely received request with its route.
struct ServiceRequest: Sendable {
    /// The path's variable parts by name, such as `id` of `/v1/attempts/{id}`.
    var parameters: [String: String] = [:]
    /// The query's parameters, decoded.
    var query: [String: String] = [:]
    /// Accepted media types: the values of `Accept`.
    var accept: [String] = []
    /// The body.
    var body: [UInt8] = []
    /// The peer to which stored objects are counted.
    var holder: WorkClient.Peer
    /// Deadline of the response.
    var deadline: NIODeadline
    /// Arrival time of the request's head.
    var arrival: NIODeadline

    init(
        deadline: NIODeadline, arrival: NIODeadline = .now(),
        holder: WorkClient.Peer = .connection(0)
    ) {
        self.holder = holder
        self.deadline = deadline
        self.arrival = arrival
    }
}
