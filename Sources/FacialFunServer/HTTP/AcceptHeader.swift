/// The media types that a client takes (`Accept`, RFC 9110, 12.5.1).
struct AcceptHeader: Sendable {
    /// How much each range is liked, 0…1.
    private var qualities: [String: Double] = [:]

    /// Reads the values of the header's fields.
    ///
    /// - Parameter values: None takes everything; what cannot be read is left out.
    init(_ values: [String]) {
        let ranges = values.flatMap { $0.split(separator: ",") }
        if ranges.isEmpty { qualities["*/*"] = 1 }
        for range in ranges {
            let fields = range.lowercased().filter { !$0.isWhitespace }.split(separator: ";")
            guard let type = fields.first.map({ String($0) }), qualities[type] == nil else {
                continue
            }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }
            qualities[type] = weight.map { min(Double($0.dropFirst(2)) ?? 0, 1) } ?? 1
        }
    }

    /// Which of some media types the client likes best; of equals the first, nil where it takes none.
    func best(of types: [String]) -> String? {
        types.filter { quality(of: $0) > 0 }.max { quality(of: $0) < quality(of: $1) }
    }

    /// How much a media type is liked: the most exact range that fits it says so.
    private func quality(of type: String) -> Double {
        let group = type.prefix { $0 != "/" } + "/*"
        return qualities[type] ?? qualities[String(group)] ?? qualities["*/*"] ?? 0
    }
}
