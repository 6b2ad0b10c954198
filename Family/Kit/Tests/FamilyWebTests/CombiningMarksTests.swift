import FamilyText
import Foundation
import Testing

struct CombiningMarksTests {
    private static let mark = "\u{301}"
    private static let longest = CombiningMarks.longestRun

    private func run(_ count: Int) -> String {
        "a" + String(repeating: Self.mark, count: count) + "b"
    }

    @Test func runsUpToTheMaximumLengthAreAcceptedAndLongerOnesRejected() {
        #expect(!CombiningMarks.isLimitExceeded(in: run(Self.longest)))
        #expect(CombiningMarks.isLimitExceeded(in: run(Self.longest + 1)))
        #expect(!CombiningMarks.isLimitExceeded(in: ""))
        // A letter ends a run.
        #expect(!CombiningMarks.isLimitExceeded(in: String(repeating: run(5), count: 1000)))
    }

    @Test(arguments: [
        "Zoë", "Nguyễn Thị Ánh", "שָׁלוֹם עֲלֵיכֶם", "السَّلَامُ عَلَيْكُمْ", "नमस्ते", "བཀྲ་ཤིས་བདེ་ལེགས།", "👩‍👩‍👧🏽", "한국어",
        "กรุ๊งกริ๊ง", "မြန်မာ",
    ])
    func writtenLanguagesAreAccepted(text: String) {
        #expect(!CombiningMarks.isLimitExceeded(in: text))
        #expect(!CombiningMarks.isLimitExceeded(in: text.decomposedStringWithCanonicalMapping))
    }

    @Test(arguments: ["\u{301}\u{327}", "\u{F73}", "\u{1D165}", "\u{20DD}", "\u{E0100}"])
    func allKindsOfCombiningMarksCount(marks: String) {
        let long = "a" + String(repeating: marks, count: Self.longest + 1)
        #expect(CombiningMarks.isLimitExceeded(in: long))
    }

    @Test func jsonEscapesAreDecoded() {
        let escaped = "\"a" + String(repeating: #"\u0301"#, count: Self.longest + 1) + "\""
        #expect(CombiningMarks.isLimitExceeded(in: escaped.utf8, escaping: .json))
        #expect(!CombiningMarks.isLimitExceeded(in: escaped.utf8, escaping: .none))
        // A surrogate pair: U+1D165 is a mark.
        let pairs = "\"a" + String(repeating: #"\uD834\uDD65"#, count: Self.longest + 1) + "\""
        #expect(CombiningMarks.isLimitExceeded(in: pairs.utf8, escaping: .json))
        // Half of them are escaped, the other half is plain UTF-8.
        let mixed = String(repeating: #"\u0301"# + Self.mark, count: Self.longest / 2 + 1)
        #expect(CombiningMarks.isLimitExceeded(in: mixed.utf8, escaping: .json))
        // An escaped backslash does not begin another escape.
        let text = String(repeating: #"\\u0301"#, count: 100)
        #expect(!CombiningMarks.isLimitExceeded(in: text.utf8, escaping: .json))
        let lines = String(repeating: #"\n\u0301"#, count: 100)
        #expect(!CombiningMarks.isLimitExceeded(in: lines.utf8, escaping: .json))
    }

    @Test func percentEncodingIsDecoded() {
        let encoded = "/login?from=a" + String(repeating: "%CC%81", count: Self.longest + 1)
        #expect(CombiningMarks.isLimitExceeded(in: encoded.utf8, escaping: .percent))
        #expect(CombiningMarks.isLimitExceeded(in: encoded.lowercased().utf8, escaping: .percent))
        #expect(!CombiningMarks.isLimitExceeded(in: encoded.utf8, escaping: .none))
        let few = "/login?from=a" + String(repeating: "%CC%81", count: Self.longest)
        #expect(!CombiningMarks.isLimitExceeded(in: few.utf8, escaping: .percent))
        #expect(!CombiningMarks.isLimitExceeded(in: "100%".utf8, escaping: .percent))
    }

    @Test func longRunsAreCutToOneMarkOverTheMaximum() {
        let mixed = Self.mark + "\u{327}\u{1D165}"
        let text = "Zoë" + String(repeating: mixed, count: 5000) + "b" + run(3) + "👩‍👩‍👧"
        let bytes = CombiningMarks.shortened(text.utf8, escaping: .none)
        let wanted = "Zoë" + String(repeating: mixed, count: 3) + "b" + run(3) + "👩‍👩‍👧"
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
        #expect(CombiningMarks.isLimitExceeded(in: wanted))
        let escaped = #"{"a":"x"# + String(repeating: #"\u0301\uD834\uDD65"#, count: 900) + #"\n"}"#
        let json = CombiningMarks.shortened(escaped.utf8, escaping: .json)
        #expect(
            String(decoding: json, as: UTF8.self) == #"{"a":"x"#
                + String(repeating: #"\u0301\uD834\uDD65"#, count: 4) + #"\u0301\n"}"#)
        let percent = "x=a" + String(repeating: "%CC%81", count: 700) + "+b"
        let form = CombiningMarks.shortened(percent.utf8, escaping: .percent)
        #expect(
            String(decoding: form, as: UTF8.self)
                == "x=a" + String(repeating: "%CC%81", count: 9) + "+b")
        #expect(CombiningMarks.shortened(run(8).utf8, escaping: .none) == Array(run(8).utf8))
    }

    @Test func invalidUTF8DoesNotEndARun() {
        var bytes: [UInt8] = []
        for _ in 0...Self.longest { bytes += [0xCC, 0x81, 0xFF] }
        #expect(CombiningMarks.isLimitExceeded(in: bytes, escaping: .none))
        #expect(
            !CombiningMarks.isLimitExceeded(in: [0x81, 0x81, 0xCC, 0xE2, 0x82], escaping: .none))
    }
}
