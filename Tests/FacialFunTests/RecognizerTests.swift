import FacialFun
import Foundation
import Testing
import TestSupport

/// Uses only the public interface of the library.
struct RecognizerTests {
    private static let recognizer = Result { try Recognizer(models: ModelsFolder.path) }
    private static let samples = ModelsFolder.path + "/../SampleFaces/"

    private let recognizer: Recognizer

    init() throws {
        recognizer = try Self.recognizer.get()
    }

    @Test func reportEqualsThePipelinesReport() throws {
        let path = Self.samples + "group.jpg"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let models = try ModelDirectory.locate(
            option: ModelsFolder.path, environment: [:], executablePath: "/")
        let expected = try EmotionRecognizer(models: models).recognize(bytes, path: path).report
        let report = try recognizer.report(on: path)
        #expect(report.faces == expected.faces && report.faces.count > 1)
        #expect(report.path == path && report.model == recognizer.model)
        #expect(try recognizer.report(onBytes: bytes, workers: 3).faces == report.faces)
    }

    @Test func pictureWithoutAFaceGivesAnEmptyReport() throws {
        let report = try recognizer.report(on: Self.samples + "no-face-cat.jpg")
        #expect(report.faces.isEmpty)
        #expect(
            recognizer.verdict(on: report.faces, target: .fear, level: .one)
                == .cannotJudge(.noFace))
    }

    @Test func verdictDependsOnTheTarget() throws {
        let faces = try recognizer.report(on: Self.samples + "rendered-fear.jpg").faces
        let asked = recognizer.verdict(on: faces, target: .fear, level: .three)
        let other = recognizer.verdict(on: faces, target: .happiness, level: .three)
        #expect(asked.kind == .matched)
        #expect(other.kind == .notYet)
    }

    @Test func easiestLevelOffersEveryEmotionOfHarderLevels() {
        let easiest = Set(recognizer.emotions(offeredAt: .one))
        #expect(easiest.contains(.happiness))
        #expect(easiest.isSuperset(of: recognizer.emotions(offeredAt: .five)))
    }

    @Test func missingModelsAreReportedWithTheirFolder() {
        let error = #expect(throws: FacialFunError.self) {
            try Recognizer(models: "/nowhere/models")
        }
        #expect(error?.code == .modelsNotFound)
        #expect(error?.message.contains("/nowhere/models") == true)
    }

    @Test func missingFileIsUnreadable() {
        let error = #expect(throws: FacialFunError.self) {
            try recognizer.report(on: "/nowhere/face.jpg")
        }
        #expect(error?.code == .unreadable)
        #expect(error?.message == "cannot open /nowhere/face.jpg: no such file or directory")
    }

    @Test func folderIsUnreadable() {
        let error = #expect(throws: FacialFunError.self) { try recognizer.report(on: "/tmp") }
        #expect(error?.code == .unreadable)
        #expect(error?.message == "cannot read /tmp: is a directory")
    }

    @Test func fileBeyondTheLimitIsUnreadable() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("large.jpg", [UInt8](repeating: 0, count: 1001))
        let strict = try Recognizer(
            models: ModelsFolder.path, limits: DecodeLimits(maxFileBytes: 1000))
        let error = #expect(throws: FacialFunError.self) { try strict.report(on: path) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains("1000 bytes") == true)
    }

    @Test func nonImageBytesAreRejected() {
        let error = #expect(throws: FacialFunError.self) {
            try recognizer.report(onBytes: Array("no picture".utf8), path: "note.txt")
        }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.hasPrefix("note.txt: ") == true)
    }

    @Test func missingCameraIsReported() {
        let error = #expect(throws: FacialFunError.self) {
            try recognizer.frames(from: "/dev/no-such-camera")
        }
        #expect(error?.code == .cameraNotFound)
    }
}
