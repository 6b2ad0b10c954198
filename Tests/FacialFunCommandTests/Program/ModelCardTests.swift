import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

struct ModelCardTests {
    @Test("the card of the active model is printed unchanged")
    func card() throws {
        let result = try Program.shell("$F model-card")
        #expect(result.status == 0)
        let file = Program.package + "/Models/emotion-v1/README.md"
        #expect(
            Array(result.output.utf8) == Array(try Data(contentsOf: URL(fileURLWithPath: file))))
        let manifest = try JSONDocument(
            parsing: Data(
                contentsOf: URL(
                    fileURLWithPath: Program.package + "/Models/emotion-v1/manifest.json")))
        let checksum = try #require(manifest["weights"]?["sha256"]?.text)
        #expect(result.output.contains(checksum), "the card is of other weights")
    }

    @Test("the cards of other models are printed by name")
    func others() throws {
        for name in ["face-detector", "face-mesh"] {
            let result = try Program.shell("$F model-card \(name)")
            #expect(result.status == 0)
            #expect(result.output.contains(name))
        }
    }

    @Test("control characters of a model card are escaped")
    func escapes() {
        let card = Array("# A\tcard\n\u{1B}[31mred\u{9B}0m\r\n".utf8)
        #expect(
            String(decoding: ModelCardCommand.harmless(card), as: UTF8.self)
                == "# A\tcard\n\\u{001B}[31mred\\u{009B}0m\\u{000D}\n")
        #expect(ModelCardCommand.harmless(Array("# é\n".utf8)) == Array("# é\n".utf8))
    }

    @Test("a missing card is named with the remedy")
    func missing() throws {
        let result = try Program.shell("$F model-card no-such-model")
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("no-such-model/README.md"))
        #expect(result.errors.contains("doctor"))
    }

    @Test("an invalid model name is rejected", arguments: ["../..", ".", "a/b", "''"])
    func noName(name: String) throws {
        let result = try Program.shell("$F model-card \(name)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
    }
}
