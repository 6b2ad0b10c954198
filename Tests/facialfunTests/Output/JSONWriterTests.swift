import Emotions
import Foundation
import TestSupport
import Testing

@testable import CommandSupport
@testable import facialfun

struct JSONWriterTests {
    private func printed(_ outcomes: [Outcome], by writer: any ReportWriter) -> String {
        var writer = writer
        var text = writer.opening()
        for outcome in outcomes {
            text += writer.text(of: outcome, path: InputPath(outcome.path))
        }
        return text + writer.closing(OutcomeCounts())
    }

    @Test("what is printed reads back as the same report")
    func roundTrip() throws {
        let report = SampleReports.report()
        let text = printed([.scored(report)], by: JSONLinesWriter())
        #expect(try JSONDecoder().decode(ImageReport.self, from: Data(text.utf8)) == report)
        let failure = SampleReports.failure()
        let other = printed([.failed(failure)], by: JSONLinesWriter())
        #expect(try JSONDecoder().decode(FailureReport.self, from: Data(other.utf8)) == failure)
    }

    @Test("the keys stand in the order of the schema")
    func order() {
        let text = printed([.scored(SampleReports.report())], by: JSONLinesWriter())
        let keys = [
            "schema", "path", "image", "smallestFace", "faces", "box", "keypoints", "confidence",
            "rectangle", "scores", "neutral", "happiness", "surprise", "sadness", "anger",
            "disgust", "fear", "contempt", "top", "milliseconds", "decode", "total", "model",
        ]
        let places = keys.map { key in text.range(of: "\"\(key)\":")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test("lines are one record each; the array is valid with none, one and several")
    func shapes() throws {
        let report = SampleReports.report(path: "a\nb.jpg")
        let outcomes: [Outcome] = [.scored(report), .failed(SampleReports.failure())]
        let lines = printed(outcomes, by: JSONLinesWriter()).split(separator: "\n")
        #expect(lines.count == 2)
        for count in 0...2 {
            let text = printed(Array(outcomes.prefix(count)), by: JSONWriter())
            let array = try JSONDocument(parsing: Data(text.utf8))
            #expect(array.elements.count == count)
            #expect(text.hasSuffix("]\n"))
        }
    }

    @Test("scores that differ in one bit print differently, equal ones alike")
    func bits() {
        let value: Float = 0.1
        let texts = [value, value.nextUp, value.nextDown, value].map {
            JSONText.float($0).compactText
        }
        #expect(Set(texts).count == 3)
        #expect(texts[0] == texts[3])
        #expect(texts.map { Float($0) } == [value, value.nextUp, value.nextDown, value])
    }

    @Test(
        "every string is valid JSON and reads back",
        arguments: [
            "plain", "\"\\/\n\r\t\u{8}\u{0}", "\u{1B}[2J", "😀 é", "\u{202E}\u{E0001}", "a\u{2028}b",
        ])
    func strings(text: String) throws {
        let json = JSONText.string(text).compactText
        #expect(try JSONDocument(parsing: Data(json.utf8)) == .string(text))
        #expect(json.unicodeScalars.allSatisfy { !SafeText.isUnsafe($0) })
    }

    @Test("indented text is the same value")
    func indented() throws {
        let value = JSONText.object([
            ("empty", .array([])), ("none", .object([])),
            ("list", .array([.integer(1), .boolean(true), .null, .number(.nan)])),
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
}
