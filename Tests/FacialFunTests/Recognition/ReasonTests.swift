import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

/// Every reason of the gate, each with a picture that causes it, through the whole pipeline.
struct ReasonTests {
    private static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    private func faces(_ image: Image) throws -> [FaceReport] {
        try Self.recognizer.get().recognize(
            SamplePictures.png(image), path: "",
            options: RecognitionOptions(smallestFace: 24)
        ).report.faces
    }

    /// The reasons for the largest face.
    private func reasons(_ image: Image) throws -> [CannotJudgeReason] {
        try #require(try faces(image).first, "the face must be found").reasons
    }

    /// A sharp, well lit head that fills half of its picture.
    private func head() throws -> Image { try SamplePictures.image("rendered-happiness.jpg") }

    /// The head with a uniform rectangle over a part of it, in fractions of its side.
    private func covered(x: Double, y: Double, width: Double, height: Double) throws -> Image {
        let image = try head()
        let place = try #require(try faces(image).first).rectangle.toImage
        let corner = place.apply(Point(x: 600 * x, y: 600 * y))
        let scale = 600 * place.scale
        var canvas = Canvas(image)
        canvas.fillBox(
            Box(x: corner.x, y: corner.y, width: width * scale, height: height * scale),
            color: Color(red: 60, green: 80, blue: 130))
        return canvas.image
    }

    @Test("a good picture has no reasons")
    func good() throws {
        #expect(try reasons(head()) == [])
    }

    @Test("only the blurred sample picture is rejected for its quality")
    func samples() throws {
        for sample in try SampleManifest.load().samples {
            let report = try Self.recognizer.get()
                .recognize(SamplePictures.bytes(sample.file), path: sample.file).report
            for face in report.faces {
                // Uncertainty about the expression depends on the weights.
                let seen = face.reasons.filter { $0 != .lowConfidence }
                #expect(seen == (sample.file == "blurred.jpg" ? [.blurred] : []), "\(sample.file)")
            }
        }
    }

    @Test("underexposed and overexposed pictures have their reasons")
    func light() throws {
        #expect(try reasons(SamplePictures.lit(head(), stops: -7)).first == .tooDark)
        #expect(try reasons(SamplePictures.lit(head(), stops: 5.5)).first == .tooBright)
    }

    @Test("a picture out of focus is blurred")
    func blur() throws {
        #expect(try reasons(SamplePictures.blurred(head(), to: 20)).contains(.blurred))
    }

    @Test("a face of few pixels is too small")
    func small() throws {
        let little = try head().resizedByArea(width: 24, height: 24)
        let around = little.warped(
            SimilarityTransform(a: 1, b: 0, tx: -40, ty: -40), width: 160, height: 160)
        #expect(try reasons(around).contains(.tooSmall))
    }

    @Test("a face at the edge of the picture is cut off")
    func cut() throws {
        // The border cuts through the middle of the face.
        let image = try head()
        let half = image.warped(
            SimilarityTransform(a: 1, b: 0, tx: 236, ty: 0), width: image.width - 236,
            height: image.height)
        #expect(try reasons(half).contains(.cutOff))
    }

    @Test("a head that looks far down is turned away")
    func turned() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/looking-down.jpg")
        let image = try ImageDecoder(limits: .commandLine).decode(
            [UInt8](Data(contentsOf: file))
        ).image
        #expect(try reasons(image).first == .turnedAway)
        #expect(try reasons(SamplePictures.mirrored(image)).first == .turnedAway)
    }

    @Test("a covered mouth and covered eyes have their reasons")
    func cover() throws {
        let mouth = try reasons(covered(x: 0.2, y: 0.62, width: 0.6, height: 0.4))
        #expect(mouth.contains(.mouthCovered) && !mouth.contains(.eyesCovered))
        let eyes = try reasons(covered(x: 0.1, y: 0.3, width: 0.8, height: 0.2))
        #expect(eyes.contains(.eyesCovered) && !eyes.contains(.mouthCovered))
    }

    @Test("a mirrored picture gets the same verdict")
    func mirrored() throws {
        for image in [
            try head(), try covered(x: 0.1, y: 0.26, width: 0.8, height: 0.26),
            try SamplePictures.image("collins.jpg"),
        ] {
            let mirrored = SamplePictures.mirrored(image)
            #expect(try reasons(image) == reasons(mirrored), "\(image.width) × \(image.height)")
        }
    }
}
