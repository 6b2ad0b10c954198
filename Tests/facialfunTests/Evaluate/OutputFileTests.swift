import Foundation
import TestSupport
import Testing

@testable import facialfun

struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func aFileIsReplacedAndFoldersAreMade() throws {
        let path = folder.path("a/b/report.html")
        try OutputFile.write([1, 2], to: InputPath(path))
        try OutputFile.write([3], to: InputPath(path))
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [3])
        #expect(try folder.files() == ["a/b/report.html"])
    }

    @Test func whatIsNoFileIsNotReplaced() throws {
        #expect(throws: OutputError.self) {
            try OutputFile.write([1], to: InputPath("/dev/null"))
        }
        #expect(throws: OutputError.self) {
            try OutputFile.write([1], to: InputPath(folder.path))
        }
    }

    @Test func aCheckLeavesNoTraceAndFindsWhatAWriteWould() throws {
        let path = try folder.write("report.html", [7])
        try OutputFile.check(InputPath(path))
        try OutputFile.check(InputPath(folder.path("new/report.html")))
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == [7])
        #expect(try folder.files() == ["report.html"])
        for place in ["/dev/null", folder.path, path + "/below", "/proc/report.html"] {
            #expect(throws: OutputError.self) { try OutputFile.check(InputPath(place)) }
        }
    }
}
