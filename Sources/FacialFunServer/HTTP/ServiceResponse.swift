import FacialFunWire
import NIOHTTP1

/// A response.
struct ServiceResponse: Sendable {
    /// The status code.
    var status: HTTPResponseStatus = .ok
    /// Header fields in addition to those of every response.
    var headers: [(name: String, value: String)] = []
    /// The sources that a browser that shows the answer may load from; frames are refused in any case.
    var contentSecurityPolicy = "default-src 'none'"
    /// The media type; nil where there is no body.
    var contentType: String?
    /// The body.
    var body: [UInt8] = []
    /// Time of each stage in milliseconds, for `Server-Timing` and the metrics.
    var stages: [(name: String, milliseconds: Double)] = []
    /// A word for the metrics: what came of it, as `one_face` or `matched`.
    var outcome: String?

    /// An answer in JSON.
    static func json(_ value: JSONValue, status: HTTPResponseStatus = .ok) -> ServiceResponse {
        ServiceResponse(
            status: status, contentType: "application/json",
            body: Array((value.compactText + "\n").utf8))
    }

    /// An answer without a body.
    static func empty(_ status: HTTPResponseStatus) -> ServiceResponse {
        ServiceResponse(status: status)
    }
}
