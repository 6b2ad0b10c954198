import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct FolderListingTests {
    @Test("folders are sorted by name, without hidden ones and files")
    func listed() throws {
        let folder = try TemporaryFolder()
        for name in ["b/file", "a/file", ".hidden/file", "file"] { try folder.write(name, []) }
        #expect(
            try FolderListing.folders(in: folder.path) == [folder.path("a"), folder.path("b")])
    }

    @Test("an unreadable folder is an error, not an empty folder")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", [])
        for path in [file, folder.path("missing")] {
            #expect(throws: CommandError.self) { try FolderListing.folders(in: path) }
        }
    }
}
