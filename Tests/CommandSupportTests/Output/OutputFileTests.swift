import Foundation
import Testing
import TestSupport

@testable import CommandSupport

struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func fileIsReplacedAndFoldersAreCreated() throws {
        let path = folder.path("a/b/report.html")
        try OutputFile(InputPath(path)).write([1, 2])
        try OutputFile(InputPath(path)).write([3])
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [3])
        #expect(try folder.files() == ["a/b/report.html"])
    }

    @Test func checkLeavesNoFileAndReportsWriteErrors() throws {
        let path = try folder.write("report.html", [7])
        _ = try OutputFile(InputPath(path))
        _ = try OutputFile(InputPath(folder.path("new/report.html")))
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [7])
        #expect(try folder.files() == ["report.html"])
        for place in ["/dev/null", folder.path, path + "/below", "/proc/report.html"] {
            #expect(throws: CommandError.self) { try OutputFile(InputPath(place)) }
        }
    }

    @Test func writingThroughALinkReplacesItsTarget() throws {
        let file = try folder.write("file", [1])
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try OutputFile(InputPath(link)).write([2])
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file))) == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(try OutputFile(InputPath(link)).isSame(as: OutputFile(InputPath(file))))

        try FileManager.default.removeItem(atPath: file)
        #expect(throws: CommandError.self) { try OutputFile(InputPath(link)) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test func unfinishedFilesOfOthersAreKept() throws {
        let precious = try folder.write("out.jsonl.part", [7])
        try OutputFile(InputPath(folder.path("out.jsonl"))).write([1])
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: precious))) == [7])
        #expect(try folder.files().sorted() == ["out.jsonl", "out.jsonl.part"])
    }
}
