/// The target of a request: its path and its query's parameters.
struct RequestTarget: Sendable, Equatable {
    /// Beginning with a slash, as it was sent: nothing is decoded or resolved, so that a path has
    /// one spelling only.
    let path: String
    /// The host that the absolute form names, with its port; nil in the other forms.
    let authority: String?
    /// The parameters in order, decoded.
    let query: [(name: String, value: String)]

    /// Reads a request's target: `/path?query`, `http://host/path?query`, or `*`.
    ///
    /// - Throws: `invalid_query` for a query that is not UTF-8 under its percent signs;
    ///   `malformed_request` for a target of another form.
    init(_ target: String) throws(Problem) {
        var rest = Substring(target)
        var host: String?
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            let authority = rest.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
            host = String(authority)
            rest = rest[authority.endIndex...]
            if !rest.hasPrefix("/") { rest = "/" + rest }
        }
        authority = host
        guard rest.hasPrefix("/") || target == "*" else { throw Problem.malformedRequest }
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        path = String(rest[..<mark])
        var query: [(name: String, value: String)] = []
        for part in rest[mark...].dropFirst().split(separator: "&") {
            let equals = part.firstIndex(of: "=") ?? part.endIndex
            guard let name = Self.decoded(part[..<equals]),
                let value = Self.decoded(part[equals...].dropFirst())
            else {
                throw Problem.invalidQuery("The query is not UTF-8 with percent signs.")
            }
            query.append((name, value))
        }
        self.query = query
    }

    static func == (a: RequestTarget, b: RequestTarget) -> Bool {
        a.path == b.path && a.query.elementsEqual(b.query) { $0 == $1 }
    }

    /// The text without percent encoding, plus signs as blanks; nil where it is broken.
    static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var units = text.utf8.makeIterator()
        while let unit = units.next() {
            switch unit {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = units.next().flatMap(digit), let low = units.next().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(unit)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ unit: UInt8) -> UInt8? {
        switch unit {
        case 0x30...0x39: unit - 0x30
        case 0x41...0x46: unit - 0x41 + 10
        case 0x61...0x66: unit - 0x61 + 10
        default: nil
        }
    }
}
