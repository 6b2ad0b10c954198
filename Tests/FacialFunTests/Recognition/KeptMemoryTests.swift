import FacialFunWire
import NeuralNetwork
import Synchronization
import Testing

@testable import FacialFun

/// Memory that a recognizer keeps after it has scored pictures.
struct KeptMemoryTests {
    private func recognizer() throws -> EmotionRecognizer {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
    }

    @Test(
        "nested scoring keeps one buffer per processor")
    func nested() throws {
        let recognizer = try recognizer()
        let bytes = try SamplePictures.bytes("collins.jpg")
        let deepest = AvailableProcessors.count + 3
        let scored = Atomic(0)
        /// Scores a picture and, during the given cancellation check, another one.
        @Sendable func score(asking number: Int, depth: Int) -> Int {
            let asked = Atomic(0)
            var options = RecognitionOptions(budget: .service)
            options.stop = CancellationCheck {
                if asked.add(1, ordering: .relaxed).newValue == number, depth < deepest {
                    _ = score(asking: number, depth: depth + 1)
                }
                return false
            }
            if (try? recognizer.recognize(bytes, path: "-", options: options)) != nil {
                scored.add(1, ordering: .relaxed)
            }
            return asked.load(ordering: .relaxed)
        }
        let total = score(asking: .max, depth: 1)
        // During decoding, search, refinement and classification.
        let moments = [total / 2, total - 4, total - 3, total - 2, total - 1]
        for number in moments { _ = score(asking: number, depth: 1) }
        #expect(scored.load(ordering: .relaxed) == 1 + moments.count * deepest)
        #expect(recognizer.pictures.withIdle { $0.count } == AvailableProcessors.count)
        #expect(recognizer.detector.workspaces.withIdle { $0.count } == AvailableProcessors.count)
        #expect(recognizer.faceWorkspaces.withIdle { $0.count } == AvailableProcessors.count)
    }

    @Test("all networks of a thread share the memory of the detector")
    func networks() throws {
        let recognizer = try recognizer()
        let bytes = try SamplePictures.bytes("collins.jpg")
        var options = RecognitionOptions(budget: .service)
        let alone = WorkspaceCache()
        let detector = try FaceDetector(network: recognizer.detector.network, cache: alone)
        let picture = try SamplePictures.image("collins.jpg")
        _ = try detector.detect(
            in: picture,
            smallestFace: SearchBudget.service.smallestFace(
                width: picture.width, height: picture.height))
        options.movements = try recognizer.movementEstimator()
        let report = try recognizer.recognize(bytes, path: "-", options: options).report
        #expect(report.faces.first?.movements != nil)
        let kept = recognizer.workspaceCache.kept
        #expect(kept.threads == 1)
        #expect(kept.bytes == alone.kept.bytes)
    }
}
