import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct BenchImagesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func message(_ paths: [String]) -> String? {
        do throws(CommandError) {
            _ = try BenchImages(paths.map { InputPath($0) })
            return nil
        } catch {
            return error.message
        }
    }

    @Test("without a path the sample faces are measured")
    func samples() throws {
        let pictures = try BenchImages([])
        #expect(pictures.files.count > 20)
        #expect(pictures.sources == [Program.package + "/SampleFaces"])
    }

    @Test("without the package's folder pictures must be named")
    func withoutPackage() throws {
        #expect(throws: CommandError.self) {
            try BenchImages(
                [], executable: "/nowhere/bin/facialfun", package: folder.path("gone"))
        }
        let named = try BenchImages(
            [InputPath(Program.portrait)], package: folder.path("gone"))
        #expect(named.files.count == 1)
    }

    @Test("an installed program uses the sample faces installed with it")
    func installed() throws {
        try folder.write("share/facialfun/SampleFaces/a.jpg", [1])
        let pictures = try BenchImages(
            [], executable: folder.path("bin/facialfun"), package: folder.path("gone"))
        #expect(pictures.files.map(\.text) == [folder.path("share/facialfun/SampleFaces/a.jpg")])
    }

    @Test("folders without pictures and missing files are named in the error")
    func nothing() throws {
        try folder.write("empty/notes.txt", Array("no picture".utf8))
        let empty = folder.path("empty")
        #expect(message([empty])?.hasPrefix("\(empty) contains no picture.") == true)
        #expect(message([folder.path("gone.jpg")])?.hasPrefix(folder.path("gone.jpg")) == true)
        #expect(message([Program.portrait, empty])?.hasPrefix(empty) == true)
    }

    @Test("the pictures of a folder are sorted by name and read unchanged")
    func listed() throws {
        try folder.write("b.jpg", [1, 2])
        try folder.write("a.png", [3])
        let pictures = try BenchImages([InputPath(folder.path)])
        #expect(pictures.files.map(\.text) == [folder.path("a.png"), folder.path("b.jpg")])
        #expect(try pictures.bytes(of: pictures.files[1]) == [1, 2])
        #expect(throws: CommandError.self) {
            try pictures.bytes(of: InputPath(folder.path("gone.png")))
        }
    }
}
