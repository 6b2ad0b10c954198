import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// Faces in videos made from the sample pictures.
struct FaceTrackerTests {
    private static let detector = Result {
        try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
    }

    private func tracker(_ limits: TrackingLimits = TrackingLimits()) throws -> FaceTracker {
        FaceTracker(detector: try Self.detector.get(), limits: limits)
    }

    /// A frame of 640×480 pixels with the center of a picture, shifted and scaled.
    private func frame(_ picture: Image, shift: Double = 0, zoom: Double = 1.4) -> Image {
        let scale = 1 / zoom
        return picture.warped(
            SimilarityTransform(
                a: scale, b: 0, tx: Double(picture.width) / 2 - 320 * scale + shift,
                ty: Double(picture.height) / 2 - 300 * scale),
            width: 640, height: 480)
    }

    private func portrait() throws -> Image { try SamplePicture.decoded("collins.jpg") }

    @Test("A still face is followed, with a search in every fifteenth frame")
    func stillFace() throws {
        var tracker = try tracker()
        let frame = frame(try portrait())
        var searches: [Int: FaceTracker.SearchReason] = [:]
        for number in 0..<33 {
            let origin = tracker.update(frame, atMilliseconds: Double(number) * 33)
            if case .searched(let reason) = origin { searches[number] = reason }
            #expect(tracker.faces.map(\.id) == [1])
        }
        #expect(searches == [0: .noFaces, 15: .due, 30: .due])
    }

    @Test("At any frame rate the next search comes half a second after the last")
    func slowVideo() throws {
        var tracker = try tracker()
        let frame = frame(try portrait())
        let origins = [0, 200, 400, 600, 800, 1000, 1100, 1050].map {
            tracker.update(frame, atMilliseconds: $0)
        }
        #expect(
            origins == [
                .searched(.noFaces), .followed, .followed, .searched(.due), .followed, .followed,
                .searched(.due), .searched(.due),
            ])
    }

    @Test("A face that moves and comes nearer is tracked at the position of a search")
    func movingFace() throws {
        var tracker = try tracker()
        let portrait = try portrait()
        for number in 0..<14 {
            let moved = frame(
                portrait, shift: Double(number) * 4 - 28, zoom: 1.2 + Double(number) * 0.03)
            let origin = tracker.update(moved, atMilliseconds: Double(number) * 33)
            #expect((origin == .followed) == (number > 0))
            let face = try #require(tracker.faces.first)
            #expect(tracker.faces.map(\.id) == [1])
            let searched = try #require(
                try Self.detector.get().detect(in: moved, smallestFace: 120).first)
            #expect(face.face.box.intersectionOverUnion(searched.box) > 0.9)
            #expect(face.face.confidence > FaceDetector.farFaceScore)
        }
    }

    @Test("A face that leaves is removed in the same frame")
    func leavingFace() throws {
        var tracker = try tracker()
        _ = tracker.update(frame(try portrait()), atMilliseconds: 0)
        let empty = frame(try SamplePicture.decoded("no-face-coffee.jpg"))
        #expect(tracker.update(empty, atMilliseconds: 33) == .searched(.lost))
        #expect(tracker.faces.isEmpty)
        #expect(tracker.update(empty, atMilliseconds: 66) == .searched(.noFaces))
    }

    @Test("A face that replaces another is a new face in the same frame")
    func replacedFace() throws {
        var tracker = try tracker()
        let first = frame(try portrait())
        _ = tracker.update(first, atMilliseconds: 0)
        let before = try #require(tracker.faces.first)
        // The other face at the same position and size.
        let other = try SamplePicture.decoded("hopper.jpg")
        let found = try #require(
            try Self.detector.get().detect(in: other, smallestFace: 80).first)
        let scale = found.box.width / before.face.box.width
        let cut = other.warped(
            SimilarityTransform(
                a: scale, b: 0, tx: found.box.center.x - before.face.box.center.x * scale,
                ty: found.box.center.y - before.face.box.center.y * scale),
            width: 640, height: 480)
        let origin = tracker.update(cut, atMilliseconds: 33)
        #expect(origin != .followed)
        let after = try #require(tracker.faces.first)
        #expect(after.face.box.intersectionOverUnion(before.face.box) > 0.5)
        #expect(after.id != before.id)
    }

    @Test("A face that appears while another is tracked is found within the bound")
    func comingFace() throws {
        var tracker = try tracker()
        let both = try SamplePicture.decoded("two-people.jpg")
        let faces = try Self.detector.get().detect(in: both, smallestFace: 60)
        try #require(faces.count == 2)
        let hidden = faces[1].box
        let one = Image(width: both.width, height: both.height) { pixels in
            both.withPixels { _ = pixels.update(fromContentsOf: $0) }
            let width = both.width
            let columns = max(0, Int(hidden.x) - 30)..<min(width, Int(hidden.x + hidden.width) + 30)
            for row in 0..<both.height {
                for column in columns {
                    for channel in 0..<3 { pixels[(row * width + column) * 3 + channel] = 90 }
                }
            }
        }
        for number in 0..<5 { _ = tracker.update(one, atMilliseconds: Double(number) * 33) }
        #expect(tracker.faces.count == 1)
        let known = try #require(tracker.faces.first?.id)
        var noticed: Int?
        for number in 5..<25 where noticed == nil {
            _ = tracker.update(both, atMilliseconds: Double(number) * 33)
            if tracker.faces.count == 2 { noticed = number }
        }
        #expect(noticed == 15)
        #expect(tracker.faces.contains { $0.id == known })
    }

    @Test("A scene cut, a new picture size and a reset each start a search")
    func doubts() throws {
        var tracker = try tracker()
        let portrait = try portrait()
        _ = tracker.update(frame(portrait), atMilliseconds: 0)
        #expect(tracker.update(frame(portrait, shift: 60), atMilliseconds: 33) != .followed)
        #expect(tracker.faces.count == 1)
        #expect(tracker.update(portrait, atMilliseconds: 66) == .searched(.sizeChanged))
        tracker.reset()
        #expect(tracker.update(portrait, atMilliseconds: 99) == .searched(.noFaces))
    }

    @Test("The same video gives the same faces")
    func sameVideo() throws {
        var (first, second) = (try tracker(), try tracker())
        let portrait = try portrait()
        for number in 0..<6 {
            let moved = frame(portrait, shift: Double(number) * 5)
            let time = Double(number) * 33
            #expect(
                first.update(moved, atMilliseconds: time)
                    == second.update(moved, atMilliseconds: time))
            #expect(first.faces == second.faces)
        }
    }
}
