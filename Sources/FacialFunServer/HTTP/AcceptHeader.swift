import FacialFunWire

/// The media types that a client accepts (`Accept`, RFC 9110, 12.5.1).
struct AcceptHeader: Sendable {
    /// Quality value of each media range, 0…1.
    private var qualities: [UTF8Key: Double] = [:]

    /// Parses the values of the header field.
    ///
    /// - Parameter values: An empty list accepts everything; invalid parts are ignored.
    init(_ values: [String]) {
        let ranges = values.flatMap { $0.splitUTF8(separator: ",") }
        if ranges.isEmpty { qualities["*/*"] = 1 }
        for range in ranges {
            let fields = String(
                decoding: range.utf8.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self
            )
            .lowercasedASCII.splitUTF8(separator: ";")
            guard let type = fields.first.map({ UTF8Key($0) }), qualities[type] == nil else {
                continue
            }
            let weight = fields.dropFirst().first { $0.hasUTF8Prefix("q=") }
            qualities[type] =
                weight.map { min(Double(Substring($0.utf8.dropFirst(2))) ?? 0, 1) } ?? 1
        }
    }

    /// The preferred media type of the client; the first one wins a tie, nil if it accepts none.
    func best(of types: [String]) -> String? {
        types.filter { quality(of: $0) > 0 }.max { quality(of: $0) < quality(of: $1) }
    }

    /// Quality of a media type, from the most specific range that matches.
    private func quality(of type: String) -> Double {
        let group = (type.splitUTF8(separator: "/").first ?? "") + "/*"
        return qualities[UTF8Key(type)] ?? qualities[UTF8Key(group)] ?? qualities["*/*"] ?? 0
    }
}
