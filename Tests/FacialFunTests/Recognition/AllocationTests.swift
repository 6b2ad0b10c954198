import CAllocationCounter
import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

/// After the first frames, further frames allocate no memory.
@Suite(.enabled(if: allocation_counter_works(), "allocations are not counted in this build"))
struct AllocationTests {
    /// Number of allocations by this thread during a body.
    private func allocations(_ body: () -> Void) -> Int {
        let before = allocation_counter_of_this_thread()
        body()
        return Int(allocation_counter_of_this_thread() - before)
    }

    /// Frames of a portrait that moves slightly, which need searches and tracking.
    private func frames() throws -> [Image] {
        let portrait = try SampleVideo.picture("collins.jpg")
        return (0..<4).map { SampleVideo.frame(of: portrait, shift: Double($0) * 2) }
    }

    @Test func counterDetectsADeliberateAllocation() throws {
        #expect(allocations {} == 0)
        #expect(
            allocations {
                let memory = malloc(100)
                free(memory)
            } == 1)
        #expect(allocations { _ = [Int](repeating: 1, count: 1000) } >= 1)
        // The path of a frame through the functions that allocate.
        let frame = try #require(try frames().first)
        let map = SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)
        #expect(allocations { _ = frame.warped(map, width: 60, height: 60) } >= 2)
    }

    @Test func searchAllocatesNothing() throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let frames = try frames()
        var faces: [Face] = []
        for _ in 0..<2 {
            for frame in frames { detector.detect(in: frame, smallestFace: 100, into: &faces) }
        }
        for frame in frames {
            // Memory is shared through pools: a test on another thread may have taken it once.
            let counts = (0..<5).map { _ in
                allocations { detector.detect(in: frame, smallestFace: 100, into: &faces) }
            }
            #expect(counts.min() == 0)
            #expect(faces.count == 1)
        }
    }

    @Test func trackingAllocatesNothing() throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let frames = try frames()
        // At least one of three runs must not allocate; see `scoringAllocatesNothing`.
        let runs = (0..<3).map { _ in
            var tracker = FaceTracker(detector: detector)
            // The measurement includes searches: one in fifteen frames.
            var (searches, steady) = (0, 0)
            for number in 0..<40 {
                let frame = frames[[0, 1, 2, 3, 2, 1][number % 6]]
                var origin = FaceTracker.Origin.followed
                let count = allocations {
                    origin = tracker.update(frame, atMilliseconds: Double(number) * 33)
                }
                if origin != .followed { searches += 1 }
                if number >= 20 { steady += count }
            }
            #expect(searches == 3)
            return steady
        }
        #expect(runs.min() == 0)
    }

    @Test func scoringAllocatesNothing() throws {
        let landmarker = try FaceLandmarker(modelDirectory: ModelsFolder.path(of: "face-mesh"))
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let occlusion = try OcclusionDetector(
            modelDirectory: ModelsFolder.path(of: "face-occlusion"))
        let frame = try #require(try frames().first)
        let face = try #require(detector.detect(in: frame, smallestFace: 100).first)
        let framing = Framing(sideOverBoxWidth: 1.14, centreBelowEyes: 0.1)
        let oval = FaceOval(framing)
        let place = framing.rectangleToImage(
            box: face.box, keypoints: face.keypoints, side: Double(FaceRectangle.side))
        let rectangle = FaceRectangle(of: frame, toImage: place)
        var (reading, mesh) = (ReusableImage(), FaceMesh())
        var counts = [Int](repeating: .max, count: 5)
        // Takes the minimum of several rounds. A test on another thread may take memory from the
        // shared pools in one round, but code that allocates does so in every round.
        for _ in 0..<8 {
            let round = [
                allocations {
                    _ = FaceRectangle.alignedCrop(of: frame, toImage: place, in: &reading)
                },
                allocations {
                    landmarker.mesh(in: frame, region: FaceMeshRegion(face), into: &mesh)
                },
                allocations { _ = HeadPose(of: mesh) },
                allocations {
                    _ = Exposure(ofFace: rectangle.image, in: oval)
                    _ = Sharpness(ofFace: rectangle.image, in: oval)
                    _ = VisibleShare(
                        rectangleToImage: place, width: 640, height: 480, in: oval)
                },
                allocations { _ = occlusion.occlusion(in: rectangle) },
            ]
            counts = zip(counts, round).map { min($0, $1) }
        }
        #expect(counts == [0, 0, 0, 0, 0])
    }

    /// From a frame to the report on a judgeable face.
    @Test func reportAllocatesNothing() throws {
        let recognizer = try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
        let stream = FrameRecognizer(recognizer)
        let frames = try frames()
        var least = Int.max
        // At least one of the runs of 30 frames must not allocate; see
        // `scoringAllocatesNothing`.
        for run in 0..<4 {
            var sum = 0
            for number in 0..<30 {
                let frame = frames[[0, 1, 2, 3, 2, 1][number % 6]]
                sum += allocations {
                    let time = Double(30 * run + number) * 33
                    let report = stream.recognize(DecodedImage(frame), atMilliseconds: time)
                    if report.faces.count != 1 || !report.faces[0].reasons.isEmpty
                        || report.faces[0].features == nil
                    {
                        Issue.record("frame \(number) shows no face that can be judged")
                    }
                }
            }
            if run > 0 { least = min(least, sum) }
        }
        #expect(least == 0)
    }
}
