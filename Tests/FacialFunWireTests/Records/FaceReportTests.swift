import FacialFunWire
import Foundation
import Testing

struct FaceReportTests {
    @Test("a face without a reason against it is judgeable")
    func judgeable() {
        var face = SampleFace.report()
        #expect(face.judgeable)
        face.reasons.append(.blurred)
        #expect(!face.judgeable)
        face.reasons = []
        #expect(face.judgeable)
        #expect(!SampleFace.report(reasons: [.tooDark]).judgeable)
    }

    @Test("a report without a mesh is read back unchanged, its missing parts written as null")
    func roundTrip() throws {
        var face = SampleFace.report(reasons: [.lowConfidence])
        face.features = nil
        face.quality.yaw = nil
        face.quality.pitch = nil
        face.quality.roll = nil
        let text = face.json.compactText
        for key in ["features", "yaw", "pitch", "roll"] {
            #expect(text.contains("\"\(key)\":null"))
        }
        #expect(try JSONDecoder().decode(FaceReport.self, from: Data(text.utf8)) == face)
        let whole = Data(SampleFace.report().json.compactText.utf8)
        #expect(try JSONDecoder().decode(FaceReport.self, from: whole) == SampleFace.report())
    }

    @Test("features are an object by name; a missing one is rejected")
    func features() throws {
        let features = try #require(SampleFace.report().features)
        let data = Data(features.json.compactText.utf8)
        let object = try JSONDecoder().decode([String: Double].self, from: data)
        #expect(object.count == GeometricFeature.allCases.count)
        #expect(object["mouthWidth"] == features[.mouthWidth])
        let less = try JSONEncoder().encode(object.filter { $0.key != "mouthWidth" })
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GeometricFeatures.self, from: less)
        }
    }

    @Test("mirroring swaps sides and turns the head; mirroring twice changes nothing")
    func mirrored() throws {
        let features = try #require(SampleFace.report().features)
        #expect(features.mirrored.mirrored == features)
        #expect(features.mirrored[.eyeOpeningLeft] == features[.eyeOpeningRight])
        #expect(features.mirrored[.mouthWidth] == features[.mouthWidth])
        #expect(SampleFace.quality.mirrored.mirrored == SampleFace.quality)
        #expect(SampleFace.quality.mirrored.yaw == 3)
        #expect(SampleFace.quality.mirrored.pitch == 2)
    }
}
