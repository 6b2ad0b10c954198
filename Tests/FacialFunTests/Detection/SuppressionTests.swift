import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

/// A face with all points at the center of its box.
func face(x: Double, y: Double, side: Double, confidence: Double) -> Face {
    let box = Box(x: x, y: y, width: side, height: side)
    let points = FaceKeypoints(
        rightEye: box.center, leftEye: box.center, noseTip: box.center, mouthCentre: box.center,
        rightEar: box.center, leftEar: box.center)
    return Face(box: box, keypoints: points, confidence: confidence)
}

struct SuppressionTests {
    @Test("Overlapping faces merge to their mean weighted by confidence, with the highest score")
    func weightedMean() throws {
        let merged = WeightedNonMaximumSuppression().merged([
            face(x: 0, y: 0, side: 10, confidence: 0.6),
            face(x: 2, y: 0, side: 10, confidence: 0.9),
            face(x: 40, y: 40, side: 10, confidence: 0.5),
        ])
        #expect(merged.count == 2)
        let first = try #require(merged.first)
        #expect(first.confidence == 0.9)
        #expect(abs(first.box.x - 1.2) < 1e-12)
        #expect(abs(first.keypoints.noseTip.x - 6.2) < 1e-12)
        #expect(merged[1].box.x == 40)
    }

    @Test("Faces that overlap less than the limit are kept separate")
    func apart() {
        let faces = [
            face(x: 0, y: 0, side: 10, confidence: 0.9),
            face(x: 6, y: 0, side: 10, confidence: 0.8),
        ]
        // Intersection 40, union 160.
        #expect(WeightedNonMaximumSuppression(overlap: 0.3).merged(faces).count == 2)
        #expect(WeightedNonMaximumSuppression(overlap: 0.2).merged(faces).count == 1)
    }

    @Test("The order of detections does not matter")
    func orderIndependent() {
        var generator = SeededGenerator(seed: 7)
        let faces = (0..<40).map { _ in
            face(
                x: .random(in: 0...60, using: &generator),
                y: .random(in: 0...60, using: &generator),
                side: .random(in: 5...30, using: &generator),
                confidence: .random(in: 0.4...1, using: &generator))
        }
        let shuffled = faces.shuffled(using: &generator)
        #expect(
            WeightedNonMaximumSuppression().merged(faces)
                == WeightedNonMaximumSuppression().merged(shuffled))
        let removal = NonMaximumSuppression(overlap: 0.3)
        #expect(removal.reduced(faces) == removal.reduced(shuffled))
    }

    @Test("If two scales find the same face, the more confident box stays unchanged")
    func duplicates() {
        let sure = face(x: 0, y: 0, side: 10, confidence: 0.9)
        let other = face(x: 1, y: 1, side: 12, confidence: 0.8)
        #expect(NonMaximumSuppression(overlap: 0.3).reduced([other, sure]) == [sure])
    }

    @Test("A box inside a more confident one is removed unless it is a distant face")
    func containment() {
        let whole = face(x: 0, y: 0, side: 100, confidence: 0.9)
        let half = face(x: 5, y: 5, side: 45, confidence: 0.8)
        let distant = face(x: 5, y: 5, side: 20, confidence: 0.8)
        let removal = NonMaximumSuppression(overlap: 0.3)
        #expect(removal.reduced([half, whole]) == [whole])
        #expect(removal.reduced([distant, whole]) == [whole, distant])
    }
}
