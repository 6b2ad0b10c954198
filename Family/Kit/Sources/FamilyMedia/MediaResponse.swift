import FamilyWeb
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// Serves a stored file with support for ranges and unlimited caching, and with its hash as the
/// entity tag.
package enum MediaResponse {
    /// The response to a request for a file.
    ///
    /// - Parameters:
    ///   - request: The request; its `Range`, `If-Range` and `If-None-Match` are evaluated.
    ///   - file: The file.
    ///   - tag: The entity tag without quotes.
    ///   - type: The media type.
    /// - Returns: The whole file, a part of it, 304 or 416.
    /// - Throws: `not_found` if the file is missing.
    package static func serve(
        _ request: Request, file: URL, tag: String, type: String
    ) throws -> Response {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let size = (attributes?[.size] as? NSNumber)?.intValue else {
            throw WireError.notFound
        }
        let quoted = "\"\(tag)\""
        var headers: HTTPFields = [
            .eTag: quoted, .acceptRanges: "bytes",
            .cacheControl: "private, max-age=31536000, immutable",
        ]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(quoted) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        var range = 0..<size
        var status = HTTPResponse.Status.ok
        let isCurrent = request.headers[.ifRange].map { $0 == quoted } ?? true
        if isCurrent, let header = request.headers[.range] {
            switch ByteRange(header, size: size) {
            case .whole: break
            case .part(let part):
                range = part
                status = .partialContent
                headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
            case .unsatisfiable:
                return Response(
                    status: .rangeNotSatisfiable,
                    headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes"])
            }
        }
        guard request.method != .head else {
            headers[.contentLength] = "\(range.count)"
            return Response(status: status, headers: headers)
        }
        return Response(status: status, headers: headers, body: body(file, range))
    }

    private static func body(_ file: URL, _ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }  // Read-only, so errors do not matter.
            try handle.seek(toOffset: UInt64(range.lowerBound))
            var left = range.count
            while left > 0, let part = try handle.read(upToCount: min(left, 1 << 17)), !part.isEmpty
            {
                left -= part.count
                try await writer.write(ByteBuffer(bytes: part))
            }
            guard left == 0 else { throw MediaError("storage_failed", "The file was cut off.") }
            try await writer.finish(nil)
        }
    }
}

/// A `Range` header with one range (RFC 9110, section 14.2).
///
/// Requests for several ranges get the whole file.
package enum ByteRange: Hashable, Sendable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    package init(_ header: String, size: Int) {
        self = .whole
        guard header.hasPrefix("bytes=") else { return }
        let bounds = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, !header.contains(",") else { return }
        let digits = bounds.map { Int($0.trimmingCharacters(in: .whitespaces)) }
        switch (bounds[0].isEmpty, digits[0], digits[1]) {
        case (true, _, let count?) where count >= 0:
            self = count == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
        case (false, let first?, let last) where first >= 0:
            guard bounds[1].isEmpty || (last ?? -1) >= first else { return }
            self =
                first < size
                ? .part(first..<min(size, (last ?? size - 1).clamped(below: size) + 1))
                : .unsatisfiable
        default: return
        }
    }
}

extension Int {
    fileprivate func clamped(below limit: Int) -> Int { Swift.min(self, limit - 1) }
}
