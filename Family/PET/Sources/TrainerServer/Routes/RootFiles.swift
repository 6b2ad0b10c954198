import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The two files that must be at the root: the service worker, which can only control addresses
/// below its own, and the manifest for the home screen.
struct RootFiles {
    let folder: URL
    /// The placeholder `{version}`, replaced so that browsers notice new files.
    let version: String

    func add(to group: RouteGroup) {
        group.get("service-worker.js") { _, _ in
            try self.file("modules/service-worker.js", type: "text/javascript; charset=utf-8")
        }
        group.get("manifest.webmanifest") { _, _ in
            try self.file("manifest.webmanifest", type: "application/manifest+json")
        }
        group.get("favicon.ico") { _, _ in
            Response.redirect(to: "/content/pictures/icon-192.png", type: .temporary)
        }
    }

    private func file(_ path: String, type: String) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(string: try text(path))))
    }

    /// A file's text with the version filled in.
    func text(_ path: String) throws(WireError) -> String {
        let file = folder.appending(path: path).path
        guard let data = FileManager.default.contents(atPath: file) else {
            throw WireError.notFound
        }
        return String(decoding: data, as: UTF8.self)
            .replacingOccurrences(of: "{version}", with: version)
    }
}
