import FacialFunWire
import Foundation
import Testing

struct FramingTests {
    private let framing = Framing(sideOverBoxWidth: 1.14, centreBelowEyes: 0.1)
    private let level = FaceKeypoints(
        rightEye: Point(x: 80, y: 100), leftEye: Point(x: 120, y: 100),
        noseTip: Point(x: 100, y: 120), mouthCentre: Point(x: 100, y: 140),
        rightEar: Point(x: 60, y: 105), leftEar: Point(x: 140, y: 105))
    private let box = Box(x: 50, y: 60, width: 100, height: 100)

    @Test("the midpoint of the eyes is a tenth of the side above the center")
    func eyesAreAboveTheCenter() {
        let transform = framing.rectangleToImage(box: box, keypoints: level, side: 600)
        let eyes = transform.inverse.apply(Point(x: 100, y: 100))
        #expect(abs(eyes.x - 300) < 1e-9)
        #expect(abs(eyes.y - 240) < 1e-9)
        #expect(abs(transform.scale * 600 - 114) < 1e-9)
    }

    @Test("eyes become level at any roll", arguments: [-170.0, -45, -10, 0, 25, 90, 180])
    func eyesBecomeLevel(degrees: Double) {
        let angle = degrees * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        let rolled = level.mapped { point in
            let (dx, dy) = (point.x - 100, point.y - 100)
            return Point(x: 100 + dx * cosine - dy * sine, y: 100 + dx * sine + dy * cosine)
        }
        let toImage = framing.rectangleToImage(box: box, keypoints: rolled, side: 600)
        let right = toImage.inverse.apply(rolled.rightEye)
        let left = toImage.inverse.apply(rolled.leftEye)
        #expect(abs(right.y - left.y) < 1e-9)
        #expect(left.x > right.x)
    }

    @Test("two eyes at one point leave the rectangle unrotated")
    func degenerateEyes() {
        var keypoints = level
        keypoints.leftEye = keypoints.rightEye
        let toImage = framing.rectangleToImage(box: box, keypoints: keypoints, side: 600)
        #expect(toImage.b == 0)
        #expect(toImage.a > 0)
    }
}
