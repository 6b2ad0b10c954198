import FacialFunWire
import Testing

struct JSONFieldTests {
    private struct Refused: Error { let fault: JSONFault }

    private func field(_ text: String) throws -> JSONField<Refused> {
        JSONField(file: "a.json", document: try JSONParser.parse(Array(text.utf8))) {
            Refused(fault: $0)
        }
    }

    @Test("an error names the file, the path and the expected value")
    func fault() throws {
        let root = try field(#"{"nodes": [{"size": "3"}]}"#)
        let size = try root.required("nodes").elements()[0].required("size")
        #expect(throws: Refused.self) { try size.integer(in: 1...5) }
        do throws(Refused) {
            _ = try size.integer(in: 1...5)
        } catch {
            #expect(error.fault.steps == [.name("nodes"), .index(0), .name("size")])
            #expect(
                error.fault.description
                    == "a.json: nodes[0].size: expected a whole number from 1 to 5")
        }
    }

    @Test("unknown keys and missing keys are rejected")
    func keys() throws {
        let root = try field(#"{"a": 1, "b": null}"#)
        #expect(throws: Refused.self) { try root.object(allowed: ["a"]) }
        #expect(throws: Never.self) { try root.object(allowed: ["a", "b", "c"]) }
        #expect(throws: Refused.self) { try root.required("c") }
        #expect(root.optional("b")?.value == .null)
        #expect(root.optional("c") == nil)
    }

    @Test("values of another kind or out of range are rejected")
    func kinds() throws {
        let root = try field(#"[1.5, true, "x", "", [1, 2]]"#)
        let parts = try root.elements()
        #expect(try parts[0].number(in: 0...2) == 1.5)
        #expect(throws: Refused.self) { try parts[0].number(in: 0...1) }
        #expect(throws: Refused.self) { try parts[0].integer(in: 0...2) }
        #expect(throws: Refused.self) { try parts[1].number() }
        #expect(try parts[1].bool())
        #expect(throws: Refused.self) { try parts[2].bool() }
        #expect(throws: Refused.self) { try parts[3].name() }
        #expect(try parts[4].integers(count: 2, in: 0...9) == [1, 2])
        #expect(throws: Refused.self) { try parts[4].integers(count: 3, in: 0...9) }
        #expect(throws: Refused.self) { try parts[2].elements() }
    }

    @Test("a name with many combining marks is rejected with their number")
    func marks() throws {
        let marks = String(repeating: "\u{301}", count: 9)
        let refused = #expect(throws: Refused.self) { try field("\"a\(marks)\"").name() }
        #expect(
            refused?.fault.problem
                == "the name has 9 combining marks in a row; at most 8 are allowed")
    }
}
