import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

struct UpsideDownTests {
    private let face = Face(
        box: Box(x: 100, y: 200, width: 80, height: 80),
        keypoints: FaceKeypoints(
            rightEye: Point(x: 120, y: 220), leftEye: Point(x: 160, y: 220),
            noseTip: Point(x: 140, y: 240), mouthCentre: Point(x: 140, y: 260),
            rightEar: Point(x: 102, y: 225), leftEar: Point(x: 178, y: 225)),
        confidence: 0.9)

    @Test("a rotated region covers the same place, turned by 180°")
    func rotatedRegionCoversTheSamePlace() {
        let look = RefinementPass(faceWidth: 56)
        let upright = look.inputToImage(face)
        let turned = RefinementPass(faceWidth: 56, isTurned: true).inputToImage(face)
        let side = Double(look.inputSide)
        for (x, y) in [(0.0, 0.0), (side / 2, side / 2), (10, 80)] {
            let there = upright.apply(Point(x: x, y: y))
            let opposite = turned.apply(Point(x: side - x, y: side - y))
            #expect(there.distance(to: opposite) < 1e-9)
        }
    }

    @Test("a portrait has a face, and none if it is upside down")
    func portrait() throws {
        let detector = try FaceDetector(modelDirectory: ModelsFolder.path(of: "face-detector"))
        let upright = try SamplePicture.decoded("collins.jpg")
        let turned = try SamplePicture.decoded("upside-down.jpg")
        #expect(try detector.detect(in: upright, smallestFace: 40).count == 1)
        #expect(try detector.detect(in: turned, smallestFace: 40).isEmpty)
    }
}
