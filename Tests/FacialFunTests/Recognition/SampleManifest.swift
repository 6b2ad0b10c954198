import FacialFunWire
import Foundation
import Testing

/// `SampleFaces/manifest.json`: the content of each picture and the expected report.
struct SampleManifest: Decodable {
    let format: String
    let samples: [Sample]

    struct Sample: Decodable, CustomTestStringConvertible {
        let file: String
        let width: Int
        let height: Int
        let sha256: String
        let licence: String
        let faces: [ExpectedFace]
        let expect: FaceCount
        let knownMiss: String?

        var testDescription: String { file }
    }

    struct ExpectedFace: Decodable {
        let box: Box
        let acceptable: [Emotion]?
    }

    struct FaceCount: Decodable {
        let atLeast: Int
        let atMost: Int
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("SampleFaces")

    static func load() throws -> SampleManifest {
        let data = try Data(contentsOf: folder.appendingPathComponent("manifest.json"))
        return try JSONDecoder().decode(SampleManifest.self, from: data)
    }
}
