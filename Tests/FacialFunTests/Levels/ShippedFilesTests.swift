import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

/// The files that are shipped with the networks.
struct ShippedFilesTests {
    private let model: ModelSummary

    init() throws {
        let manifest = try JSONDocument(parsing: Self.bytes("emotion-v1/manifest.json"))
        model = ModelSummary(
            name: try #require(manifest["name"]?.text),
            version: try #require(manifest["version"]?.text))
    }

    private static func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: ModelsFolder.path(of: name)))
    }

    @Test(
        "the levels are valid, fit the schema and the network, and offer nothing unfair")
    func levels() throws {
        let data = try Self.bytes("levels.json")
        let levels = try LevelsFile(bytes: Array(data))
        #expect(throws: Never.self) {
            try levels.check(model: model, judgingAt: .prompted, file: "levels.json")
        }
        let schema = try JSONSchema(contentsOfFile: ModelsFolder.path(of: "levels.schema.json"))
        #expect(schema.faults(of: try JSONDocument(parsing: data)) == [])
        for emotion in Emotion.allCases {
            for level in Level.allCases {
                let rate = try #require(levels[emotion, level].falseAcceptRate)
                #expect(levels[emotion, level].offered == (rate <= 0.2))
            }
        }
        for level in Level.allCases { #expect(levels.offered(at: level).contains(.happiness)) }
    }

    @Test(
        "the hints are valid, fit the schema and the network, and offer nothing that failed")
    func hints() throws {
        let data = try Self.bytes("hints.json")
        let hints = try HintTable(bytes: Array(data))
        #expect(throws: Never.self) { try hints.check(model: model, file: "hints.json") }
        let schema = try JSONSchema(contentsOfFile: ModelsFolder.path(of: "hints.schema.json"))
        #expect(schema.faults(of: try JSONDocument(parsing: data)) == [])
        let offered = Emotion.allCases.flatMap { hints[$0] }.filter(\.offered)
        #expect(offered.allSatisfy { $0.raised >= HintTable.minRaised && $0.cases >= 20 })
        #expect(hints[.happiness].contains { $0.hint == .liftMouthCorners && $0.offered })
    }
}
