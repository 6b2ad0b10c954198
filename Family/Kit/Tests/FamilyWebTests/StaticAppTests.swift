import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

struct StaticAppTests {
    /// A temporary folder with an app.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "static-\(UUID())")

        init(_ files: [String: String]) throws {
            for (name, text) in files {
                let file = url.appending(path: name)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static let files = [
        "index.html": "<!doctype html><title>Say it</title>",
        "service-worker.js": "self.addEventListener('fetch', () => {})",
        "modules/a.js": "export const a = 1;",
        "manifest.webmanifest":
            #"{"name": "Say it", "description": "Say what you need.", "icons": [{"src": "icons/a.svg"}]}"#,
    ]

    @Test func appWithFramesCanBeFramedOnlyByItsOwnPages() async throws {
        let folder = try Folder(Self.files)
        let app = try StaticApp(
            id: "say", folder: folder.url, policy: .init(allowsOwnFrames: true))
        let house = try ExampleHouse(further: [app])
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            try await client.execute(uri: "/say/", method: .get) {
                let policy = $0.headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains("frame-ancestors 'self'"))
                #expect(!policy.contains("frame-ancestors 'none'"))
                #expect($0.headers[.xFrameOptions] == "SAMEORIGIN")
            }
        }
    }

    @Test func filesBelowThePrefixAreServedWithoutASignIn() async throws {
        let folder = try Folder(Self.files)
        let app = try StaticApp(
            id: "say", folder: folder.url,
            policy: .init(
                sources: ["script-src": ["'wasm-unsafe-eval'"], "img-src": ["https:"]],
                permissions: ["screen-wake-lock"]))
        let house = try ExampleHouse(further: [app])
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            try await client.execute(uri: "/say", method: .get) {
                #expect($0.status.code == 308 || $0.status.code == 301)
                #expect($0.headers[.location] == "/say/")
            }
            try await client.execute(uri: "/say/", method: .get) {
                #expect($0.status == .ok)
                #expect(String(buffer: $0.body).contains("Say it"))
                #expect($0.headers[.cacheControl] == "no-cache")
                let policy = $0.headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval'"))
                #expect(policy.contains("img-src 'self' blob: data: https:"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(
                    $0.headers[.permissionsPolicy]?.contains("screen-wake-lock=(self)") == true)
            }
            for (path, type) in [
                ("service-worker.js", "text/javascript"), ("modules/a.js", "text/javascript"),
            ] {
                try await client.execute(uri: "/say/\(path)", method: .get) {
                    #expect($0.status == .ok)
                    #expect($0.headers[.contentType]?.hasPrefix(type) == true, "\(path)")
                }
            }
            for path in ["/say/none.js", "/say/../index.html", "/say/.hidden", "/sayx/index.html"] {
                try await client.execute(uri: path, method: .get) {
                    #expect([400, 404].contains(Int($0.status.code)), "\(path)")
                }
            }
            try await client.execute(uri: "/say/index.html", method: .post) {
                #expect($0.status == .methodNotAllowed)
            }
        }
    }

    @Test func cardComesFromTheManifest() throws {
        let folder = try Folder(Self.files)
        let card = try #require(try StaticApp(id: "say", folder: folder.url).resources.card)
        #expect(card.title == "Say it" && card.summary == "Say what you need.")
        #expect(card.path == "/say/" && card.picture == "/say/icons/a.svg")
        #expect(!card.isEnabledByDefault)
    }

    @Test func folderWithoutAPageOrWithABrokenManifestIsRejected() throws {
        let empty = try Folder(["a.txt": ""])
        let broken = try Folder(["index.html": "", "manifest.webmanifest": "[]"])
        for (folder, words) in [(empty, "index.html"), (broken, "manifest.webmanifest")] {
            let error = #expect(throws: StaticApp.FolderError.self) {
                try StaticApp(id: "say", folder: folder.url)
            }
            #expect(error?.description.contains(words) == true)
        }
    }

    @Test func exportContainsEveryFileAndOverwritesNothing() throws {
        let folder = try Folder(Self.files)
        let app = try StaticApp(id: "say", folder: folder.url)
        let place = try Folder([:])
        let target = place.url.appending(path: "below/copy")
        try app.export(to: target)
        for (name, text) in Self.files {
            #expect(
                FileManager.default.contents(atPath: target.appending(path: name).path)
                    == Data(text.utf8))
        }
        let error = #expect(throws: StaticApp.FolderError.self) { try app.export(to: target) }
        #expect(error?.description.contains("is not empty") == true)
    }
}
