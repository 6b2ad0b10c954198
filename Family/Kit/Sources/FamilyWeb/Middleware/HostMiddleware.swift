import HTTPTypes
package import Hummingbird

/// Answers only to its own names, so that a foreign name that is pointed at this machine (DNS
/// rebinding) gets nothing; and to one name alone (RFC 9112, section 3.2).
package struct HostMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    /// The names, in lower case and without a port; brackets around an IPv6 address.
    private let names: Set<String>
    /// Whether a name that is not among them is one of the house's network, which may change.
    private let isHomeName: @Sendable (String) -> Bool

    /// Makes a middleware that answers to names, in lower case, and to those of the house's network.
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
        // The first `Host` has become the authority: what is left among the fields is a second one.
        guard !request.headers.contains(.host) else {
            throw WireError(
                .badRequest, "refused", "The request names more than one host. Send one.")
        }
        guard let name = request.head.authority.map(Self.name),
            names.contains(name) || isHomeName(name)
        else {
            throw WireError(
                HTTPResponse.Status(code: 421, reasonPhrase: "Misdirected Request"), "unknown_host",
                "This server is not known by the name in the address.")
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
