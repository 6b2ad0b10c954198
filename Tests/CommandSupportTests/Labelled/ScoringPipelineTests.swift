import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport

struct ScoringPipelineTests {
    /// Loaded once for all tests.
    private static let loaded = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    private let recognizer: EmotionRecognizer

    init() throws {
        recognizer = try Self.loaded.get()
    }

    private func judge(areCrops: Bool) -> ScoringPipeline {
        ScoringPipeline(recognizer: recognizer, areCrops: areCrops, budget: .commandLine)
    }

    private func sample(_ name: String) throws -> [UInt8] {
        Array(
            try Data(
                contentsOf: URL(fileURLWithPath: ModelsFolder.path + "/../SampleFaces/" + name)))
    }

    /// The largest face of a sample picture as a 48×48 crop, framed like the model's rectangles.
    private func crop(of name: String) throws -> [UInt8] {
        let recognition = try recognizer.recognize(
            sample(name), path: name, options: RecognitionOptions(keepsPictures: true))
        let rectangle = try #require(recognition.rectangle(ofFace: 0))
        return try PNGEncoder().encode(rectangle.image.resizedByArea(width: 48, height: 48))
    }

    @Test func wholeImageIsScoredByItsLargestFaceAsInTheService() throws {
        let bytes = try sample("two-people.jpg")
        let report = try recognizer.recognize(bytes, path: "").report
        let answer = try judge(areCrops: false).answer(bytes)
        #expect(answer.faces == report.faces.count)
        #expect(answer.faces > 1)
        #expect(answer.scores == report.faces.first?.scores)
        #expect(answer.wholeCropScores == nil)
        #expect(answer.refusal == .severalFaces)
    }

    @Test func wholeImageIsAcceptedIfTheServiceAcceptsIt() throws {
        for name in ["collins.jpg", "rendered-surprise.jpg"] {
            let bytes = try sample(name)
            #expect(try recognizer.recognize(bytes, path: "").report.faces[0].judgeable)
            #expect(try judge(areCrops: false).answer(bytes).refusal == nil)
        }
    }

    @Test func cropIsNotRejectedForSizeOrSharpness() throws {
        // The smallest crop that is still found; the same face in a picture is rejected.
        let recognition = try recognizer.recognize(
            sample("collins.jpg"), path: "", options: RecognitionOptions(keepsPictures: true))
        let rectangle = try #require(recognition.rectangle(ofFace: 0))
        let bytes = try PNGEncoder().encode(
            rectangle.image.resizedByArea(width: 12, height: 12)
                .resizedByArea(width: 48, height: 48))
        let whole = try recognizer.recognize(
            bytes, path: "", options: RecognitionOptions(smallestFace: 24)
        ).report
        #expect(whole.faces.first?.reasons.contains(.blurred) == true)
        let refusal = try judge(areCrops: true).answer(bytes).refusal
        #expect(refusal != .blurred && refusal != .tooSmall)
    }

    @Test(arguments: ["collins.jpg", "hopper.jpg", "rendered-surprise.jpg"])
    func faceInACropIsFound(name: String) throws {
        let bytes = try crop(of: name)
        let judge = judge(areCrops: true)
        let answer = try judge.answer(bytes)
        #expect(answer.faces == 1)
        #expect(answer.scores != nil)
        #expect(answer.wholeCropScores == nil)
        #expect(try judge.view(bytes).width == FaceRectangle.side)
    }

    @Test func cropWithoutAFaceIsScoredOnlyAsAWhole() throws {
        let gray = Image(width: 48, height: 48) { $0.update(repeating: 90) }
        let bytes = try PNGEncoder().encode(gray)
        let judge = judge(areCrops: true)
        let answer = try judge.answer(bytes)
        #expect(answer.faces == 0)
        #expect(answer.scores == nil)
        let whole = recognizer.scores(of: ScoringPipeline.wholeCrop(gray))
        #expect(answer.wholeCropScores == whole)
        #expect(try judge.view(bytes) == gray)
    }

    @Test func nonImageFileIsRejected() {
        for areCrops in [false, true] {
            #expect(throws: FacialFunError.self) {
                try judge(areCrops: areCrops).answer([1, 2, 3])
            }
        }
    }

    @Test func wholeCropFillsTheRectangle() {
        func rectangle(_ width: Int, _ height: Int) -> SimilarityTransform {
            ScoringPipeline.wholeCrop(
                Image(width: width, height: height) { $0.update(repeating: 0) }
            ).toImage
        }
        #expect(rectangle(48, 48).apply(Point(x: 0, y: 0)) == Point(x: 0, y: 0))
        #expect(rectangle(48, 48).apply(Point(x: 600, y: 600)) == Point(x: 48, y: 48))
        #expect(rectangle(60, 40).apply(Point(x: 0, y: 0)) == Point(x: 0, y: -10))
        #expect(rectangle(60, 40).apply(Point(x: 600, y: 600)) == Point(x: 60, y: 50))
    }
}
