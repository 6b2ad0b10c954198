import FacialFunWire
import Testing

struct SafeTextTests {
    @Test("plain text, accents, joined emoji and other scripts are unchanged")
    func plain() {
        for text in ["photo.jpg", "Zoë & 李.png", "👨‍👩‍👧.jpg", "مرحبا", ""] {
            #expect(SafeText.escaped(text) == text)
        }
    }

    @Test(
        "terminal control characters are escaped",
        arguments: [
            ("a\nb", #"a\nb"#), ("a\tb\r", #"a\tb\r"#), ("\u{1B}[31m", #"\u{001B}[31m"#),
            ("\u{9B}2J", #"\u{009B}2J"#), ("a\u{202E}gpj", #"a\u{202E}gpj"#),
            ("\u{2028}", #"\u{2028}"#), (#"a\nb"#, #"a\\nb"#), ("\u{7F}", #"\u{007F}"#),
        ])
    func unsafe(text: String, expected: String) {
        #expect(SafeText.escaped(text) == expected)
    }

    @Test("bytes that are not UTF-8 are escaped")
    func invalidBytes() {
        #expect(SafeText.escaped([0x61, 0xFF, 0x62]) == #"a\xFFb"#)
        #expect(SafeText.escaped([0xC3]) == #"\xC3"#)
        #expect(SafeText.escaped([0xE2, 0x82, 0x41]) == #"\xE2\x82A"#)
        #expect(SafeText.escaped([0xF0, 0x9F, 0x98, 0x80]) == "😀")
    }
}
