import FacialFunWire

/// The target of a request: its path and its query.
struct RequestTarget: Sendable {
    /// Beginning with a slash, as it was sent: nothing is decoded or resolved, so that a path has
    /// one spelling only.
    let path: String
    /// The host that the absolute form names, with its port; nil in the other forms.
    let authority: String?
    /// Behind the question mark, as it was sent; empty without one.
    let query: Substring

    /// Reads a request's target: `/path?query`, `http://host/path?query`, or `*`.
    ///
    /// - Throws: `malformed_request` for a target of another form, or one that is not of printable ASCII
    ///   characters alone (RFC 9112, section 3.2).
    init(_ target: String) throws(Problem) {
        guard target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Problem.malformedRequest
        }
        var rest = Substring(target)
        var host: String?
        for scheme in ["http://", "https://"] where target.hasUTF8Prefix(scheme) {
            let authority = rest.dropFirst(scheme.utf8.count).prefix { $0 != "/" && $0 != "?" }
            host = String(authority)
            rest = rest[authority.endIndex...]
            if !rest.hasUTF8Prefix("/") { rest = "/" + rest }
        }
        authority = host
        guard rest.hasUTF8Prefix("/") || target.hasSameUTF8(as: "*") else {
            throw Problem.malformedRequest
        }
        let mark = rest.firstUTF8Index(of: "?") ?? rest.endIndex
        path = String(rest[..<mark])
        query = rest[mark...].dropFirst()
    }

    /// The query's parameters in order, decoded.
    ///
    /// - Throws: `invalid_query` for a query that is not UTF-8 under its percent signs, or has heaps of
    ///   combining marks.
    func parameters() throws(Problem) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        for part in query.splitUTF8(separator: "&") {
            let equals = part.firstUTF8Index(of: "=") ?? part.endIndex
            guard let name = Self.decoded(part[..<equals]),
                let value = Self.decoded(part[equals...].dropFirst())
            else {
                throw Problem.invalidQuery("The query is not UTF-8 with percent signs.")
            }
            for text in [name, value] {
                if let problem = CombiningMarks.problem(in: text) {
                    throw Problem.invalidQuery("The query \(problem).")
                }
            }
            parameters.append((name, value))
        }
        return parameters
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
