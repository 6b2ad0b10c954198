import Testing

@testable import BoundedXML

@Suite struct XMLReaderTests {
    private func read(_ text: String, _ limits: XMLLimits = XMLLimits()) throws -> XMLNode {
        try XMLReader.read(Array(text.utf8), limits: limits)
    }

    @Test func namespacesTextAndReferencesAreParsed() throws {
        let root = try read(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- a comment -->
            <d:a xmlns:d="DAV:" xmlns="urn:x" k='1 &amp; 2'><d:b>x &lt; &#228;<![CDATA[<&]]></d:b>
            <b/></d:a>
            """)
        #expect(root.namespace == "DAV:")
        #expect(root.attributes == ["k": "1 & 2"])
        #expect(root.text(of: "b", in: "DAV:") == "x < ä<&")
        #expect(root.child("b", in: "urn:x") != nil)
    }

    @Test(arguments: [
        "", "<a>", "<a></b>", "<a", "<a/><b/>", "<a/>x", "text", "<a b></a>", "<a b=c/>",
        "<a b='1' b='2'/>", "<a b='<'/>", "<a>&unknown;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        "<a>&amp</a>", "<x:a/>", "<!DOCTYPE a><a/>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        "<a><!-- </a>", "<a><![CDATA[</a>", "<a><?b </a>", "< a/>", "<a b='1'c='2'/>",
    ])
    func malformedDocumentsAreRejected(text: String) {
        #expect(throws: XMLProblem.self) { try read(text) }
    }

    @Test func limitsAreEnforced() {
        var limits = XMLLimits()
        limits.depth = 5
        limits.nodes = 50
        limits.attributes = 2
        limits.bytes = 1000
        let deep = String(repeating: "<a>", count: 6) + String(repeating: "</a>", count: 6)
        let wide = "<a>" + String(repeating: "<b/>", count: 50) + "</a>"
        for text in [deep, wide, "<a b='1' c='2' d='3'/>", String(repeating: " ", count: 1001)] {
            #expect(throws: XMLProblem.self) { try read(text, limits) }
        }
    }

    @Test func invalidUTF8IsRejected() {
        #expect(throws: XMLProblem.self) { try XMLReader.read([0x3C, 0x61, 0xFF, 0x2F, 0x3E]) }
    }

    @Test func damagedDocumentsNeverCrash() {
        let text = Array(
            "<?xml version='1.0'?><d:a xmlns:d='DAV:' k='&#65;'><d:b>&lt;<![CDATA[x]]></d:b></d:a>"
                .utf8)
        for cut in 0...text.count { _ = try? XMLReader.read(Array(text[..<cut])) }
        for index in text.indices {
            for byte: UInt8 in [0, 0x3C, 0x26, 0x3A, 0x80] {
                var damaged = text
                damaged[index] = byte
                _ = try? XMLReader.read(damaged)
            }
        }
    }
}
