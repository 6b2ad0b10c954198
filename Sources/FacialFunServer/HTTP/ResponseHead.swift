import NIOCore
import NIOHTTP1

/// Creates the head of a response.
enum ResponseHead {
    /// The head with the common fields of all responses.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - exchange: The request.
    ///   - duration: Time since the request's head.
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
        // Nor be displayed in frames or pages of their own.
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
