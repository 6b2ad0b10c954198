import HTTPTypes
package import Hummingbird

/// Rejects requests with an unknown host name, which prevents DNS rebinding, and requests with
/// several host names (RFC 9112, section 3.2).
package struct HostMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The accepted names, in lower case and without a port; IPv6 addresses in brackets.
    private let names: Set<String>
    /// Whether another name belongs to the home network, whose names may change.
    private let isHomeName: @Sendable (String) -> Bool

    /// Makes a middleware that accepts the given lower-case names and those of the home network.
    package init(
        names: Set<String>, isHomeName: @escaping @Sendable (String) -> Bool = { _ in false }
    ) {
        self.names = names
        self.isHomeName = isHomeName
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        // The first `Host` became the request's authority, so a `Host` field here is a second one.
        guard !request.headers.contains(.host) else {
            throw WireError(
                .badRequest, "refused", "The request has more than one host name. Send one.")
        }
        guard let name = request.head.authority.map(Self.name),
            names.contains(name) || isHomeName(name)
        else {
            throw WireError(
                HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request"), "unknown_host",
                "The host name in the address is not one of this server's.")
        }
        return try await next(request, context)
    }

    /// An authority without its port.
    package static func name(of authority: String) -> String {
        let text = authority.lowercased()
        guard let colon = text.lastIndex(of: ":") else { return text }
        let tail = text[text.index(after: colon)...]
        let isPort = !tail.isEmpty && tail.allSatisfy { $0.isASCII && $0.isNumber }
        let name = text[..<colon]
        return isPort && (!name.contains(":") || name.hasSuffix("]")) ? String(name) : text
    }
}
