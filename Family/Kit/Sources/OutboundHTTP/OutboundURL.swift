internal import Foundation

/// An address on another server, in one canonical form: what is checked is what is contacted.
package struct OutboundURL: Hashable, Sendable, CustomStringConvertible {
    package let isSecure: Bool
    /// In lower case, ASCII alone; IPv6 addresses in brackets.
    package let host: String
    package let port: Int?
    /// Path and query, percent-encoded, from the first slash.
    package let target: String

    /// Reads an address as people enter it: `https` where no scheme is given, `webcal` as `https`.
    ///
    /// Fragments are dropped; user names and passwords in addresses are refused.
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

    /// Host, and port where it is not the scheme's own.
    package var authority: String {
        guard let port, port != (isSecure ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    var portNumber: Int { port ?? (isSecure ? 443 : 80) }

    /// The path without the query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// Resolves a reference, such as the value of `Location` or of a DAV `href`.
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

    /// Names and IPv4 addresses, or an IPv6 address in brackets.
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
