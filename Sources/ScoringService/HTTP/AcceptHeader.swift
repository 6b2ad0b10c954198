/// The media types that a client takes (`Accept`, RFC 9110, 12.5.1).
struct AcceptHeader: Sendable, Hashable {
    private struct Range: Sendable, Hashable {
        let type: String
        let quality: Double
    }

    private let ranges: [Range]
    private let takesAll: Bool

    /// Reads the values of the header's fields.
    ///
    /// - Parameter values: None takes everything; what cannot be read is left out.
    init(_ values: [String]) {
        let parts = values.flatMap { $0.split(separator: ",") }
        ranges = parts.compactMap { part in
            let fields = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let type = fields.first?.lowercased(), type.contains("/") else { return nil }
            let weight = fields.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return Range(type: type, quality: min(max(quality, 0), 1))
        }
        takesAll = parts.isEmpty
    }

    /// Which of some media types the client likes best; of equals the first, nil where it takes none.
    func best(of types: [String]) -> String? {
        var best: (type: String, quality: Double)?
        for type in types {
            let quality = quality(of: type)
            if quality > best?.quality ?? 0 { best = (type, quality) }
        }
        return best?.type
    }

    /// How much a media type is liked: the most exact range that fits it says so.
    private func quality(of type: String) -> Double {
        if takesAll { return 1 }
        let group = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(group), "*/*"] {
            if let range = ranges.first(where: { $0.type == name }) { return range.quality }
        }
        return 0
    }
}
