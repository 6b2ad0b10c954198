import NIOCore
import NIOHTTP1

/// Makes the head of an answer.
enum ResponseHead {
    /// The head with all that every answer carries.
    ///
    /// - Parameters:
    ///   - response: What is answered.
    ///   - exchange: The request that it answers.
    ///   - duration: From the request's head until now.
    /// - Returns: The head.
    static func make(
        _ response: ServiceResponse, for exchange: Exchange, duration: TimeAmount
    ) -> HTTPResponseHead {
        var headers = HTTPHeaders()
        if let type = response.contentType { headers.add(name: "content-type", value: type) }
        if response.status != .noContent {
            headers.add(name: "content-length", value: "\(response.body.count)")
        }
        // Pictures of faces and their scores must not be cached.
        headers.add(name: "cache-control", value: "no-store")
        headers.add(name: "x-content-type-options", value: "nosniff")
        // Nor in any frame, nor on any page that is made of them.
        headers.add(
            name: "content-security-policy",
            value: response.contentSecurityPolicy + "; frame-ancestors 'none'")
        headers.add(name: "x-frame-options", value: "DENY")
        headers.add(
            name: "server-timing",
            value: timing(response.stages, total: Double(duration.nanoseconds) / 1e6))
        for (name, value) in response.headers + exchange.browserHeaders {
            headers.add(name: name, value: value)
        }
        if !exchange.isPersistent {
            headers.add(name: "connection", value: "close")
        } else if exchange.head.version.minor == 0 {
            headers.add(name: "connection", value: "keep-alive")
        }
        return HTTPResponseHead(version: .http1_1, status: response.status, headers: headers)
    }

    /// The value of `Server-Timing`: milliseconds by stage, and the total.
    private static func timing(
        _ stages: [(name: String, milliseconds: Double)], total: Double
    ) -> String {
        (stages + [("total", total)]).map { name, milliseconds in
            "\(name);dur=\((milliseconds * 1000).rounded() / 1000)"
        }.joined(separator: ", ")
    }
}
