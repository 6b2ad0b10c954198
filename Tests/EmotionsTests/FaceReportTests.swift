import Emotions
import Foundation
import Testing

struct FaceReportTests {
    @Test("a face is judgeable as long as there is no reason against it")
    func judgeable() {
        var face = SampleFace.report()
        #expect(face.judgeable)
        face.reasons.append(.blurred)
        #expect(!face.judgeable)
        face.reasons = []
        #expect(face.judgeable)
        #expect(!SampleFace.report(reasons: [.tooDark]).judgeable)
    }

    @Test("a report without a mesh reads back as it was, its missing parts written as null")
    func roundTrip() throws {
        var face = SampleFace.report(reasons: [.lowConfidence])
        face.features = nil
        face.quality.yaw = nil
        face.quality.pitch = nil
        face.quality.roll = nil
        let data = try JSONEncoder().encode(face)
        let text = String(decoding: data, as: UTF8.self)
        for key in ["features", "yaw", "pitch", "roll"] {
            #expect(text.contains("\"\(key)\":null"))
        }
        #expect(try JSONDecoder().decode(FaceReport.self, from: data) == face)
        #expect(
            try JSONDecoder().decode(
                FaceReport.self, from: JSONEncoder().encode(SampleFace.report()))
                == SampleFace.report())
    }

    @Test("features are an object by name; a missing one is refused")
    func features() throws {
        let features = try #require(SampleFace.report().features)
        let data = try JSONEncoder().encode(features)
        let object = try JSONDecoder().decode([String: Double].self, from: data)
        #expect(object.count == GeometricFeature.allCases.count)
        #expect(object["mouthWidth"] == features[.mouthWidth])
        let less = try JSONEncoder().encode(object.filter { $0.key != "mouthWidth" })
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GeometricFeatures.self, from: less)
        }
    }

    @Test("mirroring twice changes nothing; once it swaps sides and turns the head")
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
