import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// The output conforms to the schema.
struct ReportTests {
    private let schema: JSONSchema

    init() throws {
        schema = try JSONSchema(
            contentsOfFile: Program.package
                + "/Sources/FacialFunWire/Records/image-report.schema.json")
    }

    @Test("every record of images and failures conforms to the schema")
    func records() throws {
        let result = try Program.shell(
            "$F score $S/{collins,two-people,tiny,no-face-cat,sideways-exif}.jpg gone.jpg /dev/null"
                + " --format jsonl")
        let records = try result.records()
        #expect(records.count == 7)
        for record in records { #expect(schema.faults(of: record) == []) }
        #expect(records.suffix(2).allSatisfy { $0["error"] != nil })
    }

    @Test("the array of --format json is complete, also without pictures")
    func array() throws {
        let result = try Program.shell("$F score $PORTRAIT gone.jpg --format json")
        let array = try JSONDocument(parsing: Data(result.output.utf8))
        #expect(array.elements.count == 2)
        for record in array.elements { #expect(schema.faults(of: record) == []) }
        let folder = try TemporaryFolder()
        let none = try Program.shell("$F score . --format json", in: folder)
        #expect(try JSONDocument(parsing: Data(none.output.utf8)) == .array([]))
        #expect(none.status == 0)
    }

    @Test("the table has a bar for each emotion, and plain text without a terminal")
    func table() throws {
        let result = try Program.shell("$F score $PORTRAIT")
        for word in ["neutral", "happiness", "contempt", "█", "1 image, 1 face"] {
            #expect(result.output.contains(word))
        }
        #expect(!result.output.contains("\u{1B}"))
        let ascii = try Program.shell("$F score $PORTRAIT", variables: ["LC_ALL": "C"])
        #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("an image without a face is scored, and fails only on request")
    func noFace() throws {
        let folder = try TemporaryFolder()
        try folder.write("grey.png", BadImages.grayPNG())
        let plain = try Program.shell("$F score grey.png --format jsonl", in: folder)
        #expect(plain.status == 0)
        #expect(try plain.records().first?["faces"] == .array([]))
        let strict = try Program.shell(
            "$F score $PORTRAIT grey.png --fail-on no-face", in: folder)
        #expect(strict.status == 1)
        #expect(strict.errors.contains("grey.png"))
        #expect(!strict.errors.contains("hopper"))
        #expect(try Program.shell("$F score $PORTRAIT --fail-on no-face").status == 0)
    }
}
