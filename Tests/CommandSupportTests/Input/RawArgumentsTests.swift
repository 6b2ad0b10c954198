import Testing

@testable import CommandSupport

struct RawArgumentsTests {
    @Test("arguments with invalid UTF-8 get their own bytes back")
    func repaired() {
        let first: [UInt8] = [0x61, 0xFF], second: [UInt8] = [0x61, 0xFE]
        var arguments = RawArguments([Array("score".utf8), first, second])
        #expect(arguments.path("a\u{FFFD}").bytes == first)
        #expect(arguments.path("a\u{FFFD}").bytes == second)
    }

    @Test("bytes after the equals sign of an option are found, too")
    func joined() {
        let path: [UInt8] = [0x61, 0x3D, 0xFF]
        var arguments = RawArguments([Array("--levels=".utf8) + path])
        #expect(arguments.path("a=\u{FFFD}").bytes == path)
        #expect(arguments.path("a=\u{FFFD}") == InputPath("a=\u{FFFD}"))
    }

    @Test("if two arguments become the same text, the invalid one is reported")
    func unreadable() {
        let (whole, broken) = (Array("a\u{FFFD}".utf8), [0x61, 0xFF] as [UInt8])
        for order in [
            [whole, broken], [broken, whole], [whole, Array("--model=".utf8) + broken],
        ] {
            #expect(RawArguments(order).unreadable("a\u{FFFD}")?.bytes == broken)
        }
        #expect(RawArguments([whole, whole]).unreadable("a\u{FFFD}") == nil)
        #expect(RawArguments([broken]).unreadable("a") == nil)
    }

    @Test("valid names are unchanged, with and without U+FFFD")
    func plain() {
        var arguments = RawArguments([Array("a\u{FFFD}".utf8)])
        #expect(arguments.path("a\u{FFFD}") == InputPath("a\u{FFFD}"))
        #expect(arguments.path("é.jpg") == InputPath("é.jpg"))
        #expect(arguments.path("b\u{FFFD}") == InputPath("b\u{FFFD}"))
    }
}
