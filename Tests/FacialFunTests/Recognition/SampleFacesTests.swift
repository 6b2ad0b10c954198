import FacialFun
import FacialFunWire
import Foundation
import Testing

/// Holds the service to what a person wrote of each sample picture before the service saw it.
struct SampleFacesTests {
    private static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    @Test("the manifest lists every picture of the folder, and no other")
    func complete() throws {
        let listed = try SampleManifest.load().samples.map(\.file)
        let present = try FileManager.default.contentsOfDirectory(
            atPath: SampleManifest.folder.path
        ).filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        #expect(Set(listed) == Set(present))
        #expect(listed.count == Set(listed).count)
    }

    @Test("the service says of each picture what a person says", arguments: try samples())
    func sample(_ sample: SampleManifest.Sample) throws {
        let file = SampleManifest.folder.appendingPathComponent(sample.file)
        let report = try Self.recognizer.get()
            .recognize([UInt8](Data(contentsOf: file)), path: sample.file).report
        #expect(report.image.width == sample.width)
        #expect(report.image.height == sample.height)
        let complaints = Self.complaints(about: report.faces, in: sample)
        if let miss = sample.knownMiss {
            withKnownIssue("\(miss)") { #expect(complaints == []) }
        } else {
            #expect(complaints == [])
        }
    }

    @Test("a smallest face that is a share of the shorter side is searched for as in pixels")
    func shareOfTheSide() throws {
        let bytes = try SamplePictures.bytes("group.jpg")
        func report(_ options: RecognitionOptions) throws -> ImageReport {
            try Self.recognizer.get().recognize(bytes, path: "", options: options).report
        }
        let byShare = try report(RecognitionOptions(minFaceShare: 0.125))
        let pixels = Double(min(byShare.image.width, byShare.image.height)) / 8
        let inPixels = try report(RecognitionOptions(smallestFace: pixels))
        #expect(byShare.smallestFace == pixels && inPixels.smallestFace == pixels)
        #expect(byShare.faces.map(\.scores) == inPixels.faces.map(\.scores))
        #expect(try report(RecognitionOptions()).smallestFace != pixels)
    }

    private static func samples() throws -> [SampleManifest.Sample] {
        try SampleManifest.load().samples
    }

    /// Where the service differs from the manifest, in words; empty when it agrees.
    private static func complaints(
        about faces: [FaceReport], in sample: SampleManifest.Sample
    ) -> [String] {
        var complaints: [String] = []
        if !(sample.expect.atLeast...sample.expect.atMost).contains(faces.count) {
            complaints.append("\(faces.count) faces")
        }
        for face in faces {
            guard let expected = sample.faces.first(where: { $0.box.contains(face.box.center) })
            else {
                complaints.append("a false alarm at \(face.box)")
                continue
            }
            let overlap = expected.box.intersectionOverUnion(face.box)
            if overlap < 0.35 { complaints.append("a box of another size: \(face.box)") }
            if let acceptable = expected.acceptable, !acceptable.contains(face.top) {
                complaints.append("\(face.top) \(face.scores[face.top]) at \(face.box)")
            }
        }
        return complaints
    }
}

extension Box {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }
}
