import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Mustache
import Testing
import TrainerContent

@testable import TrainerServer

struct PageTests {
    static let game = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    private static let web = game.appending(path: "Web")

    private func rendered(_ template: String, _ texts: [String: String]) throws -> String {
        try MustacheTemplate(string: template).render(["text": TextTree(texts)])
    }

    // MARK: - Texts

    @Test func `A dotted key is resolved step by step, and its value is a text`() throws {
        let texts = ["login.title": "Hello", "login.deep.er": "<b>&", "plain": "Plain"]
        #expect(
            try rendered("{{text.login.title}}/{{text.login.deep.er}}/{{text.plain}}", texts)
                == "Hello/&lt;b&gt;&amp;/Plain")
    }

    @Test func `A key can be a sentence or a prefix of other keys`() throws {
        let texts = ["login": "Login", "login.title": "Hello"]
        #expect(try rendered("{{text.login}}/{{text.login.title}}", texts) == "Login/Hello")
    }

    @Test func `A missing key renders nothing, and its section is left out`() throws {
        let texts = ["login.title": "Hello"]
        let template =
            "[{{text.login.none}}{{text.login}}{{#text.login.none}}x{{/text.login.none}}]"
        #expect(try rendered(template, texts) == "[]")
    }

    @Test func `Every text in a template is in the catalog`() throws {
        let texts = try Content(folder: Self.game.appending(path: "Content")).texts("en")
        let tag = /\{\{[{&#^]?\s*text\.([A-Za-z0-9_.\-]+)\s*\}?\}\}/
        let folder = Self.web.appending(path: "templates")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".mustache") }
        var keys = 0
        for name in names {
            let template = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for match in template.matches(of: tag) {
                keys += 1
                let key = String(match.1)
                #expect(texts[key]?.isEmpty == false, "\(name) shows \(key)")
            }
            // A tag that this test cannot parse would be missed.
            let shown = template.matches(of: /\{\{[^}]*\btext\.[^}]*\}\}/)
            #expect(shown.count == template.matches(of: tag).count, "\(name)")
        }
        #expect(names.count > 20 && keys > 100)
    }

    @Test func `Every text of the account forms is in the catalog`() throws {
        let texts = try Content(folder: Self.game.appending(path: "Content")).texts("en")
        #expect(AccountField.catalogueKeys.count > 30)
        for key in AccountField.catalogueKeys {
            #expect(texts[key]?.isEmpty == false, "\(key)")
        }
    }

    @Test func `Every template can be parsed, and its partials exist`() async throws {
        let folder = Self.web.appending(path: "templates")
        let library = try await MustacheLibrary(directory: folder.path)
        let partial = /\{\{>\s*([A-Za-z0-9\-]+)\s*\}\}/
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".mustache") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for match in text.matches(of: partial) {
                #expect(library.getTemplate(named: String(match.1)) != nil, "\(name): \(match.1)")
            }
        }
    }

    // MARK: - Versions

    private func temporary(_ files: [String: String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID())")
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return folder
    }

    @Test func `A version has twelve digits and depends only on contents and names`() throws {
        let files = ["styles/a.css": "a", "modules/b.js": "b"]
        let folders = try [
            files, files, ["styles/a.css": "A", "modules/b.js": "b"],
            ["styles/c.css": "a", "modules/b.js": "b"], ["styles/a.css": "a"],
        ].map(temporary)
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        let versions = folders.map(AssetVersion.of)
        #expect(versions[0] == versions[1])
        #expect(Set(versions).count == 4)
        for version in versions { #expect(version.wholeMatch(of: /[0-9a-f]{12}/) != nil) }
    }

    @Test func `Files at the root contain the version where required`() throws {
        let folder = try temporary(["modules/service-worker.js": "v={version};w={version};{other}"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = RootFiles(folder: folder, version: "0123456789ab")
        #expect(
            try files.text("modules/service-worker.js")
                == "v=0123456789ab;w=0123456789ab;{other}")
        let error = try #require(throws: WireError.self) { try files.text("none.js") }
        #expect(error.status == .notFound)
    }

    @Test func `The shipped service worker contains the version`() throws {
        let files = RootFiles(folder: Self.web, version: "0123456789ab")
        let worker = try files.text("modules/service-worker.js")
        #expect(worker.contains("0123456789ab") && !worker.contains("{version}"))
    }
}
