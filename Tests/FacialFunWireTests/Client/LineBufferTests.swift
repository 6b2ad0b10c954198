import Testing

@testable import FacialFunWire

struct LineBufferTests {
    /// The lines of a text that arrives in parts of the given number of bytes.
    private func lines(_ text: String, in length: Int) -> [String] {
        let bytes = Array(text.utf8)
        var buffer = LineBuffer()
        var lines: [String] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            buffer.append(Array(bytes[start..<min(start + length, bytes.count)]))
            while let line = buffer.next() { lines.append(line) }
        }
        return lines
    }

    @Test(
        "lines do not depend on how a text is split",
        arguments: [1, 2, 3, 5, 8, 100])
    func parts(length: Int) {
        let text = "event: frame\ndata: {\"é\":1}\n\n: quiet\n\n\nlast\nbegun"
        #expect(
            lines(text, in: length)
                == ["event: frame", "data: {\"é\":1}", "", ": quiet", "", "", "last"])
    }

    @Test("a long line is not searched again from its start")
    func longLine() {
        var buffer = LineBuffer()
        for count in 1...50 {
            buffer.append([UInt8](repeating: 120, count: 100))
            #expect(buffer.bytes.count - buffer.searched == 100)
            #expect(buffer.next() == nil)
            #expect(buffer.bytes.count == 100 * count)
        }
        buffer.append([UInt8(ascii: "\n")])
        #expect(buffer.next() == String(repeating: "x", count: 5000))
    }

    @Test("lines are returned without moving bytes; the next part moves the rest once")
    func manyLines() {
        var buffer = LineBuffer()
        buffer.append(Array("ab\ncd\nef\nrest".utf8))
        for end in [3, 6, 9] {
            #expect(buffer.next()?.count == 2)
            #expect((buffer.bytes.count, buffer.start, buffer.searched) == (13, end, end))
        }
        #expect(buffer.next() == nil)
        buffer.append(Array(" of it\n".utf8))
        #expect((buffer.bytes.count, buffer.start, buffer.searched) == (11, 0, 4))
        #expect(buffer.next() == "rest of it")
    }
}
