import Foundation
import Testing
import TestSupport

@testable import CommandSupport

struct OutputFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("folders are created on demand, and only the finished file remains")
    func writing() throws {
        let output = try OutputFolder(path: InputPath(folder.path("new/out")))
        try output.write([1, 2, 3], stem: InputPath("a/b/photo"), suffix: ".face1.png")
        try output.write([4], stem: InputPath("a/b/photo"), suffix: ".face1.png")
        #expect(try folder.files() == ["new/out/a/b/photo.face1.png"])
        let written = try Data(
            contentsOf: URL(fileURLWithPath: folder.path("new/out/a/b/photo.face1.png")))
        #expect(written == Data([4]))
    }

    @Test("a file with the name of an output folder is rejected by name")
    func notAFolder() throws {
        try folder.write("out", [1])
        #expect(throws: CommandError.self) {
            try OutputFolder(path: InputPath(folder.path("out/deeper")))
        }
        let output = try OutputFolder(path: InputPath(folder.path))
        let error = #expect(throws: CommandError.self) {
            try output.write([1], stem: InputPath("out/photo"), suffix: ".png")
        }
        #expect(error?.message.hasSuffix("/out is not a folder. Name another one.") == true)
        #expect(try folder.files() == ["out"])
    }
}
