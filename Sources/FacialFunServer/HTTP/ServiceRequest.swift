import NIOCore
import NIOHTTP1

/// A request that was read completely and belongs to a route.
struct ServiceRequest: Sendable {
    /// The path's variable parts by name, as `id` of `/v1/attempts/{id}`.
    var parameters: [String: String] = [:]
    /// The query's parameters, decoded.
    var query: [String: String] = [:]
    /// Accepted media types: the values of `Accept`.
    var accept: [String] = []
    /// The body.
    var body: [UInt8] = []
    /// Whom what it has kept counts for.
    var holder: WorkClient.Peer
    /// When the answer must be there.
    var deadline: NIODeadline
    /// When the head of the request was there.
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
