import FacialFunWire

/// The target of a request: its path and its query.
struct RequestTarget: Sendable {
    /// The path with its leading slash, as sent.
    ///
    /// Nothing is decoded or resolved, so a path has only one spelling.
    let path: String
    /// The host and port in the absolute form; nil in other forms.
    let authority: String?
    /// The part after the question mark, as sent; empty without one.
    let query: Substring

    /// Parses a request's target: `/path?query`, `http://host/path?query`, or `*`.
    ///
    /// - Throws: `malformed_request` for a target in another form, or with characters other than
    ///   printable ASCII (RFC 9112, section 3.2).
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
    /// - Throws: `invalid_query` for a query that is not UTF-8 after percent-decoding, or has too
    ///   many combining marks.
    func parameters() throws(Problem) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        for part in query.splitUTF8(separator: "&") {
            let equals = part.firstUTF8Index(of: "=") ?? part.endIndex
            guard let name = Self.decoded(part[..<equals]),
                let value = Self.decoded(part[equals...].dropFirst())
            else {
                throw Problem.invalidQuery("The query is not percent-encoded UTF-8.")
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

    /// Decodes percent-encoding and plus signs; nil if it is invalid.
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
