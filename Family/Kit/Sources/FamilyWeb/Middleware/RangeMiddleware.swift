import HTTPTypes
import Hummingbird

/// Returns 416 for a range that starts after the end of a file (RFC 9110, section 15.5.17).
///
/// The file middleware would return 206 with a negative length, and the client would wait forever.
struct RangeMiddleware: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .partialContent,
            let size = Self.size(ofUnsatisfiable: response.headers[.contentRange] ?? "")
        else { return response }
        return Response(
            status: .rangeNotSatisfiable,
            headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes"])
    }

    /// The file size if `bytes FIRST-LAST/SIZE` covers no byte of the file; nil if it covers any.
    static func size(ofUnsatisfiable range: String) -> Int? {
        guard range.utf8.starts(with: "bytes ".utf8) else { return nil }
        let parts = range.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let size = Int(parts[1]) else { return nil }
        // As in "99-41": the last byte can be before the first, or -1.
        guard let dash = parts[0].dropFirst().firstIndex(of: "-"),
            let first = Int(parts[0][..<dash]),
            let last = Int(parts[0][parts[0].index(after: dash)...])
        else { return size }
        return first < 0 || first >= size || last < first ? size : nil
    }
}
