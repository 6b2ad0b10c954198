import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// A search on several threads.
@Suite("Workers")
struct WorkersTests {
    private static func detector() throws -> FaceDetector {
        try FaceDetector(
            modelDirectory: ModelsFolder.path(of: "face-detector"),
            landmarker: FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-mesh")))
    }

    @Test(
        "Many threads find the same faces, bit for bit", arguments: [2, 3, 16],
        [
            "group.jpg", "near-and-far.jpg", "collins.jpg", "hopper.jpg", "no-face-coffee.jpg",
            "no-face-cat.jpg",
        ])
    func threadsFindTheSameFaces(workers: Int, name: String) throws {
        let (detector, image) = (try Self.detector(), try SamplePicture.decoded(name))
        for budget in [SearchBudget.live, .service, .commandLine] {
            let smallest = budget.smallestFace(width: image.width, height: image.height)
            let alone = try detector.detect(in: image, smallestFace: smallest)
            let together = try detector.detect(
                in: image, smallestFace: smallest, workers: workers, stop: .never)
            #expect(together == alone)
        }
    }

    @Test("A face is tracked to the same place, bit for bit", arguments: [2, 16])
    func threadsTrackToTheSamePlace(workers: Int) throws {
        let (detector, image) = (try Self.detector(), try SamplePicture.decoded("group.jpg"))
        var (alone, together) = (
            FaceTracker(detector: detector, budget: .service),
            FaceTracker(detector: detector, budget: .service, workers: workers)
        )
        for frame in 0..<3 {
            let moved = image.warped(
                .init(a: 1, b: 0, tx: 3.0 * Double(frame), ty: -2.0 * Double(frame)),
                width: image.width, height: image.height)
            let origin = alone.update(moved, atMilliseconds: 33.0 * Double(frame))
            #expect(together.update(moved, atMilliseconds: 33.0 * Double(frame)) == origin)
            #expect(origin == (frame == 0 ? .searched(.noFaces) : .followed))
            #expect(together.faces == alone.faces)
            #expect(alone.faces.count > 10)
        }
    }

    @Test("A canceled search ends, and the next finds all faces")
    func stopped() throws {
        let (detector, image) = (try Self.detector(), try SamplePicture.decoded("group.jpg"))
        #expect(throws: FacialFunError.self) {
            try detector.detect(
                in: image, smallestFace: 40, workers: 2, stop: CancellationCheck { true })
        }
        let alone = try detector.detect(in: image, smallestFace: 40)
        #expect(
            try detector.detect(in: image, smallestFace: 40, workers: 2, stop: .never) == alone)
    }
}
