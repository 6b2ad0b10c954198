package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// The files of an app's pages, with their media types.
package struct WebFolder: Sendable {
    private let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "json": "application/json; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp",
        "webmanifest": "application/manifest+json", "woff2": "font/woff2", "m4a": "audio/mp4",
        "mp3": "audio/mpeg", "mp4": "video/mp4",
    ]

    /// A file in the folder.
    ///
    /// - Throws: `not_found` for missing files, hidden files and unknown types.
    package func file(_ path: String) throws(WireError) -> Response {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            throw .notFound
        }
        let file = folder.appending(path: path)
        guard let type = Self.types[file.pathExtension],
            let data = FileManager.default.contents(atPath: file.path)
        else { throw .notFound }
        return Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }

    /// The file named by the `**` part of a route's path.
    package func file(_ context: FamilyContext) throws(WireError) -> Response {
        try file(context.parameters.getCatchAll().joined(separator: "/"))
    }
}
