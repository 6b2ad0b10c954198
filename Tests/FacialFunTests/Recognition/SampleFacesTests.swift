import FacialFun
import FacialFunWire
import Foundation
import Testing

/// Compares the service with labels that a person assigned to the sample pictures beforehand.
struct SampleFacesTests {
    private static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    @Test("the manifest lists exactly the pictures of the folder")
    func complete() throws {
        let listed = try SampleManifest.load().samples.map(\.file)
        let present = try FileManager.default.contentsOfDirectory(
            atPath: SampleManifest.folder.path
        ).filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
        #expect(Set(listed) == Set(present))
        #expect(listed.count == Set(listed).count)
    }

    @Test("the reports agree with a person's labels", arguments: try samples())
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

    @Test("a minimum size as a share of the shorter side finds the same faces as in pixels")
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

    /// Differences between the service and the manifest, in words; empty if they agree.
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
