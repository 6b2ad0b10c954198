import FacialFunWire
import NIOHTTP1

/// A response.
struct ServiceResponse: Sendable {
    /// The status code.
    var status: HTTPResponseStatus = .ok
    /// Header fields in addition to those of every response.
    var headers: [(name: String, value: String)] = []
    /// The sources from which a browser that displays the response may load; frames are always
    /// forbidden.
    var contentSecurityPolicy = "default-src 'none'"
    /// The media type; nil without a body.
    var contentType: String?
    /// The body.
    var body: [UInt8] = []
    /// Time of each stage in milliseconds, for `Server-Timing` and the metrics.
    var stages: [(name: String, milliseconds: Double)] = []
    /// The result for the metrics, such as `one_face` or `matched`.
    var outcome: String?

    /// A response in JSON.
    static func json(_ value: JSONValue, status: HTTPResponseStatus = .ok) -> ServiceResponse {
        ServiceResponse(
            status: status, contentType: "application/json",
            body: Array((value.compactText + "\n").utf8))
    }

    /// A response without a body.
    static func empty(_ status: HTTPResponseStatus) -> ServiceResponse {
        ServiceResponse(status: status)
    }
}
