import NIOHTTP1
import FacialFunWire

/// Rejects requests from web pages whose origin is not allowed.
///
/// A page in a browser on this machine can send requests to loopback TCP. It is recognized by its
/// `Origin`; a page whose name was made to point to 127.0.0.1 (DNS rebinding) by its `Host`; and what a
/// page opens or embeds, for which browsers send no `Origin`, by the fetch metadata that they send
/// (`Sec-Fetch-Site`, `Sec-Fetch-Mode`, `Sec-Fetch-Dest`; W3C Fetch Metadata Request Headers).
struct BrowserPolicy: Sendable {
    /// The origins that may call.
    let allowedOrigins: Set<String>
    /// Whether the service has pages of its own, which may call it.
    var hasPages = false

    /// The header fields that the answer needs; empty for what is no web page.
    ///
    /// - Parameters:
    ///   - headers: Of the request.
    ///   - kind: Of the socket: names in `Host` mean nothing on a Unix domain socket.
    ///   - isPage: Whether the request is for a page of the service's own or a part of one, which
    ///     browsers show.
    /// - Returns: Header fields for the answer.
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
        // A form that navigates sends an origin, too.
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

    /// Rejects requests that a browser sends without an origin for a page of another site, and
    /// everything that it would display itself.
    ///
    /// Only fetches and pictures of the same site remain, and the service's own pages.
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

    /// The answer to a browser's question before a request.
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
