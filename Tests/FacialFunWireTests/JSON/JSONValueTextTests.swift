import FacialFunWire
import Testing

struct JSONValueTextTests {
    @Test("scores have the same text only if their bits are equal")
    func bits() {
        let value: Float = 0.1
        let texts = [value, value.nextUp, value.nextDown, value].map {
            JSONValue.float($0).compactText
        }
        #expect(Set(texts).count == 3)
        #expect(texts[0] == texts[3])
        #expect(texts.map { Float($0) } == [value, value.nextUp, value.nextDown, value])
    }

    @Test(
        "every string is valid JSON and can be read back",
        arguments: [
            "plain", "\"\\/\n\r\t\u{8}\u{0}", "\u{1B}[2J", "😀 é", "\u{202E}\u{E0001}", "a\u{2028}b",
        ])
    func strings(text: String) throws {
        let json = JSONValue.string(text).compactText
        #expect(try JSONParser.parse(Array(json.utf8)) == .string(text))
        #expect(json.unicodeScalars.allSatisfy { !SafeText.isUnsafe($0) })
    }

    @Test("indented text has the same value")
    func indented() throws {
        let value = JSONValue.object([
            ("empty", .array([])), ("none", .object([])),
            ("list", .array([.integer(1), .bool(true), .null, .number(.nan)])),
        ])
        #expect(
            value.indentedText() == """
                {
                  "empty": [],
                  "none": {},
                  "list": [
                    1,
                    true,
                    null,
                    null
                  ]
                }
                """)
        #expect(
            value.compactText == #"{"empty":[],"none":{},"list":[1,true,null,null]}"#)
    }

    @Test(
        "a parsed value is written in its original form",
        arguments: [
            #"{"b":[1,-2.5,1e-05,9223372036854775807],"a":{"c":null,"d":"\u001B é"},"e":true}"#,
            "[]", #""""#,
        ])
    func rereading(text: String) throws {
        #expect(try JSONParser.parse(Array(text.utf8)).compactText == text)
    }
}
