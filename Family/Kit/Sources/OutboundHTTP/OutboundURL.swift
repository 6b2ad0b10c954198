internal import Foundation

/// A URL of an external server in a canonical form.
///
/// The same form is checked and then contacted.
package struct OutboundURL: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// The host in lower case and ASCII; IPv6 addresses in brackets.
    package let host: String
    package let port: Int?
    /// Path and query, percent-encoded, from the first slash.
    package let target: String

    /// Parses a URL as people enter it: `https` is the default scheme, and `webcal` means `https`.
    ///
    /// Drops the fragment. Rejects user names and passwords.
    package init(_ text: String) throws(OutboundError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.utf8.count <= 2000 else {
            throw OutboundError(.badAddress, "The address is longer than 2000 characters.")
        }
        let whole = trimmed.contains("://") ? trimmed : "https://" + trimmed
        guard let components = URLComponents(string: whole), let scheme = components.scheme,
            let host = components.encodedHost, !host.isEmpty
        else { throw Self.bad(trimmed) }
        switch scheme.lowercased() {
        case "https", "webcal", "webcals": isSecure = true
        case "http": isSecure = false
        default:
            throw OutboundError(
                .badAddress,
                "\(scheme): is not supported; use an address that begins with https://.")
        }
        guard components.user == nil, components.password == nil else {
            throw OutboundError(
                .badAddress, "Enter the user name and the password in their own fields.")
        }
        var name = host.lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        guard Self.isHost(name), components.port.map({ (1...65_535).contains($0) }) ?? true else {
            throw Self.bad(trimmed)
        }
        self.host = name
        port = components.port
        let path = components.percentEncodedPath
        target =
            (path.isEmpty ? "/" : path)
            + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    }

    private init(isSecure: Bool, host: String, port: Int?, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    package var description: String {
        "\(isSecure ? "https" : "http")://\(authority)\(target)"
    }

    /// The host, with the port unless it is the scheme's default.
    package var authority: String {
        guard let port, port != (isSecure ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    var portNumber: Int { port ?? (isSecure ? 443 : 80) }

    /// The path without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// Resolves a reference, such as a `Location` or a DAV `href`.
    package func resolving(_ reference: String) throws(OutboundError) -> OutboundURL {
        let trimmed = reference.trimmingCharacters(in: .whitespacesAndNewlines)
        if trimmed.hasPrefix("/"), !trimmed.hasPrefix("//") {
            return try OutboundURL("\(isSecure ? "https" : "http")://\(authority)\(trimmed)")
        }
        guard let base = URL(string: description),
            let resolved = URL(string: trimmed, relativeTo: base)?.absoluteString
        else { throw Self.bad(trimmed) }
        return try OutboundURL(resolved)
    }

    /// The same server with another path, such as `/.well-known/caldav`.
    package func replacing(path: String) -> OutboundURL {
        OutboundURL(isSecure: isSecure, host: host, port: port, target: path)
    }

    /// Whether a text is a host name, an IPv4 address, or an IPv6 address in brackets.
    private static func isHost(_ name: String) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") {
            return name.dropFirst().dropLast().allSatisfy {
                $0.isHexDigit || $0 == ":" || $0 == "."
            }
        }
        return name.utf8.count <= 253 && !name.isEmpty
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
                    || $0 == 0x5F
            }
    }

    private static func bad(_ text: String) -> OutboundError {
        OutboundError(
            .badAddress,
            "\"\(text.prefix(200))\" is not the address of a server; enter one such as "
                + "https://example.org/calendar.ics.")
    }
}
