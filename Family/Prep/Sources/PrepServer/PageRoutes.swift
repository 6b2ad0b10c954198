import FamilyMedia
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page of Prep, which is the same at all its addresses, and the files that it is made of.
struct PageRoutes: Sendable {
    let folder: URL

    func add(to routes: AppRoutes) {
        for path in ["", "view/{id}", "settings", "volume", "schedule/{id}"] {
            routes.member.get(RouterPath(path), use: page)
        }
        for path in ["edit/{id}", "progress"] { routes.parent.get(RouterPath(path), use: page) }
        routes.anonymous.get("web/**", use: file)
        // At the root of the app, which is then its scope.
        routes.anonymous.get("sw.js") { _, _ in try answer("sw.js") }
    }

    private func page(_ request: Request, _ context: FamilyContext) throws -> Response {
        try answer("index.html")
    }

    private func file(_ request: Request, _ context: FamilyContext) throws -> Response {
        try answer(context.parameters.getCatchAll().joined(separator: "/"))
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "json": "application/json; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp",
        "webmanifest": "application/manifest+json", "woff2": "font/woff2", "m4a": "audio/mp4",
        "mp3": "audio/mpeg", "mp4": "video/mp4",
    ]

    private func answer(_ path: String) throws -> Response {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
            throw WireError.notFound
        }
        let file = folder.appending(path: path)
        guard let type = Self.types[file.pathExtension],
            let data = FileManager.default.contents(atPath: file.path)
        else { throw WireError.notFound }
        return Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(bytes: data)))
    }
}
