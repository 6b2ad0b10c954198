import Foundation
import Glibc
import Testing
import TestSupport

@testable import CommandSupport

struct InputWalkerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func walk(_ paths: String...) -> InputWalker {
        var walker = InputWalker()
        for path in paths { walker.add(InputPath(path)) }
        return walker
    }

    /// Names of the inputs relative to the folder; failures with their code.
    private func names(_ walker: InputWalker) -> [String] {
        walker.items.map { item in
            let path = item.path.text.replacingOccurrences(of: folder.path + "/", with: "")
            guard case .failed(_, let error) = item else { return path }
            return "\(path): \(error.name)"
        }
    }

    @Test("a folder includes its subfolders, in the natural order of names")
    func order() throws {
        for name in ["b.jpg", "a/z.png", "a/B.png", "Z.jpeg", "c/10.jpg", "c/2/e.jpg", "c/9.jpg"] {
            try folder.write(name, [1])
        }
        #expect(
            names(walk(folder.path)) == [
                "Z.jpeg", "a/B.png", "a/z.png", "b.jpg", "c/2/e.jpg", "c/9.jpg", "c/10.jpg",
            ])
        #expect(names(walk(folder.path + "/")) == names(walk(folder.path)))
    }

    @Test("hidden files are skipped, other files counted, and pictures recognized by content")
    func kinds() throws {
        try folder.write(".hidden.jpg", [1])
        try folder.write(".git/a.jpg", [1])
        try folder.write("README.txt", Array("text".utf8))
        try folder.write("empty", [])
        try folder.write("nameless", [0xFF, 0xD8, 0xFF, 0xE0])
        let walker = walk(folder.path)
        #expect(names(walker) == ["nameless"])
        #expect(walker.skippedFiles == 2)
    }

    @Test("a file of concatenated JPEGs is rejected, not read as its first picture")
    func jpegStreams() throws {
        let begin: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
        try folder.write("a.MJPEG", begin)
        try folder.write("b.mjpg", begin)
        try folder.write("c.mjpg", Array("RIFF____AVI LIST".utf8))
        func found(_ films: InputWalker.Films, _ path: String) -> [String] {
            var walker = InputWalker(films: films)
            walker.add(InputPath(path))
            return names(walker)
        }
        let refused = ["a.MJPEG: unfit_input", "b.mjpg: unfit_input"]
        #expect(found(.all, folder.path) == refused + ["c.mjpg"])
        #expect(found(.named, folder.path).isEmpty)
        #expect(found(.named, folder.path("b.mjpg")) == [refused[1]])
        #expect(found(.unknown, folder.path("b.mjpg")) == ["b.mjpg"])
    }

    @Test("a file on the command line is used regardless of its extension")
    func named() throws {
        try folder.write(".hidden", [1])
        try folder.write("README.txt", [1])
        #expect(
            names(walk(folder.path(".hidden"), "-", folder.path("README.txt")))
                == [".hidden", "-", "README.txt"])
    }

    @Test("arguments keep their order, and a repeated argument is listed twice")
    func arguments() throws {
        try folder.write("b/1.jpg", [1])
        try folder.write("a/2.jpg", [1])
        #expect(
            names(walk(folder.path("b"), folder.path("a"), folder.path("b")))
                == ["b/1.jpg", "a/2.jpg", "b/1.jpg"])
    }

    @Test("links are followed, and broken links and loops are reported by name")
    func links() throws {
        try folder.write("photos/a.jpg", [1])
        try folder.link("photos/b.jpg", to: "a.jpg")
        try folder.link("photos/broken.jpg", to: "nowhere.jpg")
        try folder.link("photos/self.jpg", to: "self.jpg")
        #expect(
            names(walk(folder.path("photos"))) == [
                "photos/a.jpg", "photos/b.jpg", "photos/broken.jpg: broken_link",
                "photos/self.jpg: link_loop",
            ])
        #expect(
            names(walk(folder.path("photos/broken.jpg"), folder.path("missing.jpg")))
                == ["photos/broken.jpg: broken_link", "missing.jpg: not_found"])
    }

    @Test("links that lead out of the named folder are skipped by default")
    func linksOutOfTheFolder() throws {
        try folder.write("elsewhere/b.jpg", [1])
        try folder.write("root/a.jpg", [1])
        try folder.write("rooted.jpg", [1])
        try folder.link("root/away", to: "../elsewhere")
        try folder.link("root/out.jpg", to: folder.path("rooted.jpg"))
        try folder.link("root/up", to: "../root")
        let walker = walk(folder.path("root"))
        #expect(names(walker) == ["root/a.jpg"])
        #expect(walker.skippedLinks == 2)
        var all = InputWalker(followsLinksOut: true)
        all.add(InputPath(folder.path("root")))
        #expect(names(all) == ["root/a.jpg", "root/out.jpg", "root/away/b.jpg"])
        #expect(all.skippedLinks == 0)
        // A path on the command line is always used.
        #expect(names(walk(folder.path("root/away"))) == ["root/away/b.jpg"])
    }

    @Test("entries of every kind are counted")
    func progress() throws {
        for number in 0..<5 { try folder.write("\(number).txt", [1]) }
        var told: [Int] = []
        var walker = InputWalker(progress: { told.append($0) })
        walker.add(InputPath(folder.path))
        #expect(told == [0, 1, 2, 3, 4])
    }

    @Test("in a loop of links each folder is listed once, real folders before linked ones")
    func folderLinks() throws {
        try folder.write("root/sub/a.jpg", [1])
        try folder.write("elsewhere/b.jpg", [1])
        try folder.link("root/again", to: "sub")
        try folder.link("root/sub/up", to: "..")
        try folder.link("root/away", to: "../elsewhere")
        var walker = InputWalker(followsLinksOut: true)
        walker.add(InputPath(folder.path("root")))
        #expect(names(walker) == ["root/sub/a.jpg", "root/away/b.jpg"])
    }

    @Test("a FIFO in a folder is skipped because it might never end")
    func fifo() throws {
        #expect(mkfifo(folder.path("pipe.jpg"), 0o600) == 0)
        let walker = walk(folder.path)
        #expect(walker.items.isEmpty)
        #expect(walker.skippedFiles == 1)
        #expect(names(walk(folder.path("pipe.jpg"))) == ["pipe.jpg"])
    }

    @Test("output folders of the run are not listed")
    func excluded() throws {
        try folder.write("a.jpg", [1])
        try folder.write("out/b.jpg", [1])
        let output = try OutputFolder(path: InputPath(folder.path("out")))
        var walker = InputWalker(excluding: [output.identity])
        walker.add(InputPath(folder.path))
        #expect(names(walker) == ["a.jpg"])
        walker.add(InputPath(folder.path("out")))
        #expect(names(walker) == ["a.jpg", "out: output_folder"])
    }

    @Test("names that are not UTF-8 keep their bytes")
    func bytes() throws {
        let path = InputPath(folder.path).appending([0x61, 0xFF, 0x2E, 0x6A, 0x70, 0x67])
        let descriptor = path.withCString { open($0, O_CREAT | O_WRONLY, 0o600) }
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(walk(folder.path).items == [.file(path)])
    }
}
