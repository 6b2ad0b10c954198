import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct JSONWriterTests {
    private func printed(_ outcomes: [InputOutcome], by writer: any ReportWriter) -> String {
        var writer = writer
        var text = writer.opening()
        for outcome in outcomes {
            text += writer.text(of: outcome, path: InputPath(outcome.path))
        }
        return text + writer.closing(OutcomeCounts())
    }

    @Test("printed reports are read back unchanged")
    func roundTrip() throws {
        let report = SampleReports.report()
        let text = printed([.scored(report)], by: JSONLinesWriter())
        #expect(try JSONDecoder().decode(ImageReport.self, from: Data(text.utf8)) == report)
        let failure = SampleReports.failure()
        let other = printed([.failed(failure)], by: JSONLinesWriter())
        #expect(try JSONDecoder().decode(FailureReport.self, from: Data(other.utf8)) == failure)
    }

    @Test("the keys are in the order of the schema")
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

    @Test("each line is a record; the array is valid with none, one and several")
    func shapes() throws {
        let report = SampleReports.report(path: "a\nb.jpg")
        let outcomes: [InputOutcome] = [.scored(report), .failed(SampleReports.failure())]
        let lines = printed(outcomes, by: JSONLinesWriter()).split(separator: "\n")
        #expect(lines.count == 2)
        for count in 0...2 {
            let text = printed(Array(outcomes.prefix(count)), by: JSONWriter())
            let array = try JSONDocument(parsing: Data(text.utf8))
            #expect(array.elements.count == count)
            #expect(text.hasSuffix("]\n"))
        }
    }
}
