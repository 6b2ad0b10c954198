import FacialFunWire
import Testing

struct JSONParserTests {
    private let text = """
        {"schema": "x",
         "levels": [
           {"level": 1, "hold": 300},
           {"level": 2,
            "hold": "no"}
         ],
         "a \\"quoted\\" name": [[], [1,
            2]]}
        """

    @Test(
        "the line of a value is found by its path",
        arguments: [
            ([], 1), ([.name("schema")], 1), ([.name("levels")], 2),
            ([.name("levels"), .index(0)], 3), ([.name("levels"), .index(1)], 4),
            ([.name("levels"), .index(1), .name("hold")], 5),
            ([.name("a \"quoted\" name"), .index(1), .index(1)], 8),
        ] as [([JSONStep], Int)])
    func lines(steps: [JSONStep], line: Int) {
        #expect(JSONParser.line(of: steps, in: Array(text.utf8)) == line)
    }

    @Test(
        "a path that leads nowhere stops at the last existing value",
        arguments: [
            ([.name("gone")], 1), ([.name("levels"), .index(7)], 2),
            ([.name("levels"), .name("level")], 2), ([.name("schema"), .index(0)], 1),
            ([.name("levels"), .index(1), .name("gone")], 4),
        ] as [([JSONStep], Int)])
    func pathThatLeadsNowhere(steps: [JSONStep], line: Int) {
        #expect(JSONParser.line(of: steps, in: Array(text.utf8)) == line)
    }

    @Test(
        "invalid JSON is rejected at its first invalid byte",
        arguments: [
            ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\":1,\"a\":2}", 10), ("1 2", 2), ("01", 2),
            ("nul", 0), ("\"\\x\"", 3), ("[1e999]", 6),
        ])
    func refusal(text: String, offset: Int) {
        do {
            let value = try JSONParser.parse(Array(text.utf8))
            Issue.record("\(text) was read as \(value)")
        } catch {
            #expect(error.offset == offset, "\(text): \(error.message)")
        }
    }

    @Test("a text nested too deeply is rejected")
    func deep() {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(text.utf8)) }
    }

    @Test("the line of an error is found")
    func lineOfAnError() {
        let steps: [JSONStep] = [.name("a"), .index(1)]
        #expect(JSONParser.line(of: steps, in: Array("{\n\"a\": [\nx, 2]}".utf8)) == 3)
    }

    @Test("keys are compared by their bytes in objects of any size")
    func namesByBytes() throws {
        let spellings = "\"\u{E9}\":1,\"e\u{301}\":2"
        let many = (0..<20).map { #""k\#($0)":0"# }.joined(separator: ",")
        for text in ["{\(spellings)}", "{\(many),\(spellings)}"] {
            let value = try JSONParser.parse(Array(text.utf8))
            #expect(value["\u{E9}"] == .integer(1))
            #expect(value["e\u{301}"] == .integer(2))
        }
        for text in [#"{"a":1,"a":2}"#, "{\(many),\"k3\":1}"] {
            #expect(throws: JSONParser.Failure.self) { try JSONParser.parse(Array(text.utf8)) }
        }
    }

    @Test("thirty combining marks in a row are accepted, and more are rejected, escaped or not")
    func combiningMarks() throws {
        let thirty = String(repeating: "\u{301}", count: 30)
        #expect(
            try JSONParser.parse(Array("\"a\(thirty)\"".utf8)) == .string("a" + thirty))
        let escaped = String(repeating: #"\u0301"#, count: 31)
        for text in ["\"a\(thirty)\u{327}\"", "\"a\(escaped)\"", "{\"a\(thirty)\u{327}\":1}"] {
            let failure = #expect(throws: JSONParser.Failure.self) {
                try JSONParser.parse(Array(text.utf8))
            }
            #expect(failure?.message == "a string with more than 30 combining marks in a row")
        }
    }
}
