import FacialFunWire
import Testing

/// Text from outside, compared by its bytes.
struct UTF8KeyTests {
    /// A character with this many marks, in the order that makes normalization slowest.
    private static func marks(_ count: Int) -> String {
        "a" + String(repeating: "\u{301}", count: count / 2)
            + String(repeating: "\u{327}", count: count / 2)
    }

    @Test("keys are equal if their bytes are, not if their characters are")
    func equality() {
        #expect(UTF8Key("a") == "a")
        #expect(UTF8Key("\u{E9}") != UTF8Key("e\u{301}"))
        #expect(Set<UTF8Key>(["\u{E9}", "e\u{301}", "\u{E9}"]).count == 2)
        let values: [UTF8Key: Int] = ["one": 1, "two": 2]
        #expect(values["two"] == 2)
        #expect(values["tw"] == nil)
        #expect(values[UTF8Key("xtwo".dropFirst())] == 2)
    }

    @Test("keys are ordered by code points")
    func order() {
        let keys: [UTF8Key] = ["b", "", "a\u{301}", "\u{1F600}", "a", "\u{FF5E}", "ab"]
        #expect(
            keys.sorted().map(\.text) == ["", "a", "ab", "a\u{301}", "b", "\u{FF5E}", "\u{1F600}"])
    }

    @Test(
        "prefixes, suffixes and substrings are compared by bytes, optionally ignoring ASCII case")
    func parts() {
        #expect("data: x".hasUTF8Prefix("data: "))
        #expect(!"data".hasUTF8Prefix("data: "))
        #expect("a.json".hasUTF8Suffix(".json"))
        #expect(!"json".hasUTF8Suffix(".json"))
        #expect("abc".containsUTF8("bc") && "abc".containsUTF8("") && !"abc".containsUTF8("cb"))
        #expect("ChunKed".hasSameUTF8IgnoringASCIICase(as: "chunked"))
        #expect(!"\u{212A}".hasSameUTF8IgnoringASCIICase(as: "k"))
        #expect("\u{C9}A".lowercasedASCII == "\u{C9}a")
        // A mark does not belong to the separator before it.
        #expect(
            "a/\u{301}b/".splitUTF8(separator: "/").map { Array($0.utf8) } == [
                [97], [0xCC, 0x81, 98],
            ])
        #expect(
            "/a/".splitUTF8(separator: "/", omittingEmptySubsequences: false) == ["", "a", ""])
        #expect("a=b".firstUTF8Index(of: "=") == "a=b".index(after: "a=b".startIndex))
        #expect("ab".firstUTF8Index(of: "=") == nil)
    }

    @Test("an excerpt is short despite any number of combining marks")
    func excerpt() {
        #expect("short".excerpt(5) == "short")
        #expect("longer".excerpt(5) == "longe…")
        #expect(Self.marks(10_000).excerpt(10).unicodeScalars.count == 11)
    }

    @Test("60 KB of combining marks are compared, hashed, cut and searched quickly")
    func time() {
        let (one, other) = (Self.marks(30_000), Self.marks(29_998) + "\u{327}\u{328}")
        let clock = ContinuousClock()
        // The best of several runs, because the machine may be busy.
        let best = (0..<5).map { _ in
            clock.measure {
                #expect(UTF8Key(one) != UTF8Key(other))
                #expect(Set([UTF8Key(one), UTF8Key(other), UTF8Key(one)]).count == 2)
                #expect(!one.hasUTF8Prefix("b") && !one.hasUTF8Suffix("b"))
                #expect(one.splitUTF8(separator: "/").count == 1)
                #expect(one.firstUTF8Index(of: "/") == nil)
            }
        }.min()
        #expect(best.map { $0 < .milliseconds(200) } == true, "\(String(describing: best))")
    }
}

/// Limit of combining marks per character.
struct CombiningMarksTests {
    @Test(
        "consecutive marks of any script are counted",
        arguments: [
            ("", 0), ("plain", 0), ("caf\u{E9}", 0), ("e\u{301}", 1),
            // Vietnamese, Hebrew with points and accents, Thai, Tibetan, a flag and a family.
            ("Vie\u{323}\u{302}t", 2), ("\u{5E9}\u{5C1}\u{5B8}\u{591}", 3),
            ("\u{E17}\u{E35}\u{E48}", 2), ("\u{F66}\u{F90}\u{FB1}\u{F7C}\u{F83}", 4),
            ("\u{1F1E9}\u{1F1EA}", 0), ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 0),
            ("a\u{301}\u{327}b\u{301}", 2), ("a\u{20DD}\u{20DD}", 2),
        ])
    func runs(text: String, count: Int) {
        #expect(CombiningMarks.maxRun(in: text) == count)
        #expect(CombiningMarks.problem(in: text) == nil)
    }

    @Test("eight in a row are accepted, and nine are reported with the limit")
    func limit() {
        let marks = String(repeating: "\u{301}", count: 8)
        #expect(CombiningMarks.problem(in: "a" + marks) == nil)
        #expect(CombiningMarks.problem(in: "a" + marks + "b" + marks) == nil)
        #expect(
            CombiningMarks.problem(in: "a" + marks + "\u{327}")
                == "has 9 combining marks in a row; at most 8 are allowed")
    }
}
