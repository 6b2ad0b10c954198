import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// The schemas as users outside this repository refer to them: by their identifiers.
struct SchemaFilesTests {
    /// All schema files, found like in the Makefile.
    private func files() throws -> [String: JSONDocument] {
        let result = try Program.shell(
            "ls Models/*.schema.json Sources/*/*/*.schema.json Sources/*/*/*/*.schema.json")
        var files: [String: JSONDocument] = [:]
        for path in result.lines {
            files[String(path)] = try JSONDocument(
                parsing: Data(contentsOf: URL(fileURLWithPath: "\(Program.package)/\(path)")))
        }
        return files
    }

    /// All references of a document.
    private func references(in document: JSONDocument) -> [String] {
        let own = document["$ref"]?.text.map { [$0] } ?? []
        let inner = document.keys.compactMap { document[$0] } + document.elements
        return own + inner.flatMap { references(in: $0) }
    }

    @Test("the program finds all schemas, in an installed tree and in the package")
    func found() throws {
        let names = Set(try files().keys.map { String($0.split(separator: "/").last ?? "") })
        let package = SchemaFiles.load(executable: "/nowhere/bin/facialfun")
        #expect(Set(package.keys) == names.union(["openapi.json"]))
        let folder = try TemporaryFolder()
        try folder.write("share/facialfun/schemas/a.schema.json", [1])
        try folder.write("share/facialfun/schemas/README.md", [2])
        #expect(
            SchemaFiles.load(executable: folder.path("bin/facialfun")) == ["a.schema.json": [1]])
        #expect(
            SchemaFiles.load(executable: "/nowhere/bin/facialfun", package: folder.path("gone"))
                == [:])
    }

    @Test("each schema has a unique identifier and refers only to identifiers and itself")
    func identifiers() throws {
        let files = try files()
        #expect(files.count >= 6)
        let byIdentifier = Dictionary(
            files.values.map { ($0["$id"]?.text ?? "", $0) }, uniquingKeysWith: { one, _ in one })
        #expect(byIdentifier.count == files.count)
        for (path, file) in files {
            let identifier = file["$id"]?.text ?? ""
            #expect(identifier.hasPrefix("urn:facialfun:schema:"), "\(path)")
            for reference in references(in: file) {
                let parts = reference.split(separator: "#", omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? file : byIdentifier[String(parts[0])]
                if parts.count == 1 {
                    #expect(target != nil, "\(path) refers to \(reference)")
                    continue
                }
                let name = parts.last?.split(separator: "/").last.map { String($0) } ?? ""
                #expect(target?["$defs"]?[name] != nil, "\(path) refers to \(reference)")
            }
        }
    }
}
