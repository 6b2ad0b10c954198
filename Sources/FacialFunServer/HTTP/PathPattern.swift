/// The path of a route with its variable parts in braces: `/v1/attempts/{id}`.
///
/// It is parsed once: every request is compared with the patterns of all routes, and rejections
/// under load must be cheap.
struct PathPattern: Sendable {
    private enum Segment: Sendable {
        /// Exactly these bytes.
        case literal([UInt8])
        /// Any non-empty segment, passed on under a name.
        case variable(String)
    }

    private let pattern: [Segment]

    /// Parses a template.
    init(_ template: String) {
        pattern = Self.segments(of: template).map { segment in
            guard segment.first == UInt8(ascii: "{"), segment.last == UInt8(ascii: "}") else {
                return .literal(Array(segment))
            }
            return .variable(String(decoding: segment.dropFirst().dropLast(), as: UTF8.self))
        }
    }

    /// Splits a path at its slashes; the first segment is the empty one before the leading slash.
    static func segments(of path: String) -> [ArraySlice<UInt8>] {
        Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    /// The values of the variable parts by name; nil if the path does not match.
    func parameters(of segments: [ArraySlice<UInt8>]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (segment, expected) in zip(segments, pattern) {
            switch expected {
            case .literal(let bytes):
                guard segment.elementsEqual(bytes) else { return nil }
            case .variable(let name):
                guard !segment.isEmpty else { return nil }
                values[name] = String(decoding: segment, as: UTF8.self)
            }
        }
        return values
    }
}
