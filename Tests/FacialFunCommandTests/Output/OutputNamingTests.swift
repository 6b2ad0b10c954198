import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct OutputNamingTests {
    private func stems(_ paths: String...) -> [String] {
        var naming = OutputNaming()
        return paths.map { path in
            naming.stem(of: path == "-" ? .standardInput : .file(InputPath(path))).text
        }
    }

    @Test("an output name keeps the folders and drops the extension")
    func mirrored() {
        #expect(
            stems("photo.jpg", "a/photo.jpg", "/abs/b/photo.jpg", "../c/./x.y.png", "-", ".hidden")
                == ["photo", "a/photo", "abs/b/photo", "c/x.y", "stdin", ".hidden"])
    }

    @Test("output names of absolute paths omit their common parent folders")
    func absolute() {
        func stems(_ paths: String...) -> [String] {
            let items = paths.map { InputItem.file(InputPath($0)) }
            var naming = OutputNaming(of: items)
            return items.map { naming.stem(of: $0).text }
        }
        #expect(stems("/home/a/photos/x.jpg") == ["x"])
        #expect(
            stems("/home/a/photos/x.jpg", "/home/a/photos/b/y.jpg", "c/x.jpg", "/home/a/z.png")
                == ["photos/x", "photos/b/y", "c/x", "z"])
        #expect(stems("/a/x.jpg", "/b/x.jpg") == ["a/x", "b/x"])
        #expect(stems("/a/x.jpg", "x.jpg") == ["x", "x.jpg"])
    }

    @Test("two inputs never have the same output name")
    func collisions() {
        #expect(
            stems("a.jpg", "a.png", "./a.jpg", "../a.jpg", "a.jpg", "a")
                == ["a", "a.png", "a.jpg", "a.jpg-2", "a.jpg-3", "a-2"])
    }

    @Test("a name too long for a suffix is cut between characters, and stays unique")
    func long() {
        let name = String(repeating: "é", count: 126)
        let found = stems("\(name).jpg", "\(name)x.jpg")
        #expect(found[0] == String(repeating: "é", count: 100))
        #expect(Set(found).count == 2)
        #expect(found.allSatisfy { $0.utf8.count <= 210 })
    }

    @Test("a path without a name still gets one")
    func nameless() {
        #expect(stems("..", "/") == ["image", "image-2"])
    }
}
