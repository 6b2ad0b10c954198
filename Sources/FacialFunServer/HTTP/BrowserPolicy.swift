import NIOHTTP1
import FacialFunWire

/// Rejects requests from web pages whose origin is not allowed.
///
/// A page in a browser on this machine can send requests to loopback TCP. It is recognized by its
/// `Origin`, or by its `Host` if its name was made to point to 127.0.0.1 (DNS rebinding). Pages and
/// parts that a page opens or embeds, for which browsers send no `Origin`, are recognized by their
/// fetch metadata (`Sec-Fetch-Site`, `Sec-Fetch-Mode`, `Sec-Fetch-Dest`; W3C Fetch Metadata Request
/// Headers).
struct BrowserPolicy: Sendable {
    /// The allowed origins.
    let allowedOrigins: Set<String>
    /// Whether the service has its own pages, which may call it.
    var hasPages = false

    /// Returns the header fields for the response; empty unless the request is from a web page.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - kind: Kind of the socket: `Host` has no meaning on a Unix domain socket.
    ///   - isPage: Whether the request is for a page of the service or a part of one, which
    ///     browsers display.
    /// - Returns: Header fields for the response.
    /// - Throws: `forbidden_host`, `forbidden_origin`.
    func check(
        _ headers: HTTPHeaders, on kind: ListeningSocket.Kind, isPage: Bool = false
    ) throws(Problem) -> [(name: String, value: String)] {
        if kind == .tcp {
            let hosts = headers["host"]
            guard hosts.count == 1, Self.isLoopback(hosts[0]) else { throw Problem.forbiddenHost }
        }
        let origins = headers["origin"]
        guard let origin = origins.first else {
            try Self.checkMetadata(headers, isPage: isPage)
            return []
        }
        // Forms that navigate also send an origin.
        guard !Self.isNavigation(headers) else { throw Problem.forbiddenEmbedding }
        if hasPages, kind == .tcp, origins.count == 1,
            origin.lowercasedASCII.hasSameUTF8(as: "http://" + headers["host"][0].lowercasedASCII)
        {
            return []
        }
        guard origins.count == 1, allowedOrigins.contains(where: { origin.hasSameUTF8(as: $0) })
        else {
            throw Problem.forbiddenOrigin
        }
        return [
            ("Access-Control-Allow-Origin", origin), ("Vary", "Origin"),
            ("Access-Control-Expose-Headers", "Server-Timing, Retry-After, Location"),
        ]
    }

    /// Rejects requests that a browser sends without an origin for a page of another site, and all
    /// requests whose response it would display.
    ///
    /// Only fetches and images of the same site remain, and the service's own pages.
    private static func checkMetadata(_ headers: HTTPHeaders, isPage: Bool) throws(Problem) {
        let isForeign = headers["sec-fetch-site"].contains {
            $0.hasSameUTF8IgnoringASCIICase(as: "cross-site")
        }
        let isShown = headers["sec-fetch-dest"].contains { value in
            !(["empty", "image"] + (isPage ? ["document", "script", "style"] : [])).contains {
                value.hasSameUTF8IgnoringASCIICase(as: $0)
            }
        }
        if isForeign || isShown || !isPage && isNavigation(headers) {
            throw Problem.forbiddenEmbedding
        }
    }

    private static func isNavigation(_ headers: HTTPHeaders) -> Bool {
        headers["sec-fetch-mode"].contains { value in
            ["navigate", "nested-navigate"].contains { value.hasSameUTF8IgnoringASCIICase(as: $0) }
        }
    }

    /// The response to a CORS preflight request.
    static func preflight(methods: [String]) -> ServiceResponse {
        var response = ServiceResponse.empty(.noContent)
        response.headers = [
            ("Allow", methods.joined(separator: ", ")),
            ("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type, Deadline-Ms"),
            ("Access-Control-Max-Age", "600"),
        ]
        return response
    }

    /// Whether a `Host` names this machine's loopback, with or without a port.
    static func isLoopback(_ host: String) -> Bool {
        for name in ["127.0.0.1", "[::1]", "localhost"] {
            guard host.lowercasedASCII.hasUTF8Prefix(name) else { continue }
            let rest = host.utf8.dropFirst(name.utf8.count)
            if rest.isEmpty { return true }
            let digits = rest.dropFirst()
            return rest.first == UInt8(ascii: ":") && !digits.isEmpty
                && digits.allSatisfy { (0x30...0x39).contains($0) }
        }
        return false
    }
}
