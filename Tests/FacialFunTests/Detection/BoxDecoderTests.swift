import FacialFunWire
import Testing

@testable import FacialFun

struct BoxDecoderTests {
    private func decode(
        _ edit: (inout [Float], inout [Float]) -> Void, threshold: Double = 0.5
    ) -> [Face] {
        let decoder = BoxDecoder(anchors: AnchorGrid(height: 16, width: 16))
        var boxes = [Float](repeating: 0, count: decoder.anchors.count * 16)
        var logits = [Float](repeating: -50, count: decoder.anchors.count)
        edit(&boxes, &logits)
        return boxes.withUnsafeBufferPointer { boxes in
            logits.withUnsafeBufferPointer { logits in
                decoder.faces(boxes: boxes, logits: logits, threshold: threshold)
            }
        }
    }

    @Test("Boxes and points are relative to their anchor")
    func relativeToAnchor() throws {
        let faces = decode { boxes, logits in
            logits[2] = 0
            boxes.replaceSubrange(
                32..<48, with: [1, 2, 10, 20, -3, -4, 3, -4, 0, 1, 0, 5, -6, 0, 6, 0])
        }
        let face = try #require(faces.first)
        #expect(faces.count == 1)
        // The third anchor is the center of the second cell: (12, 4).
        #expect(face.box == Box(x: 13 - 5, y: 6 - 10, width: 10, height: 20))
        #expect(face.keypoints.rightEye == Point(x: 9, y: 0))
        #expect(face.keypoints.leftEye == Point(x: 15, y: 0))
        #expect(face.keypoints.noseTip == Point(x: 12, y: 5))
        #expect(face.keypoints.mouthCentre == Point(x: 12, y: 9))
        #expect(face.keypoints.rightEar == Point(x: 6, y: 4))
        #expect(face.keypoints.leftEar == Point(x: 18, y: 4))
        #expect(face.confidence == 0.5)
    }

    @Test("Scores below the threshold, empty boxes and non-finite numbers give no face")
    func refusals() {
        #expect(decode { boxes, logits in (boxes[2], boxes[3], logits[0]) = (9, 9, -0.1) }.isEmpty)
        #expect(decode { boxes, logits in (boxes[2], boxes[3], logits[0]) = (0, 9, 5) }.isEmpty)
        #expect(decode { boxes, logits in (boxes[2], boxes[3], logits[0]) = (9, -1, 5) }.isEmpty)
        #expect(
            decode { boxes, logits in (boxes[2], boxes[3], boxes[9], logits[0]) = (9, 9, .nan, 5) }
                .isEmpty)
        #expect(decode { boxes, logits in (boxes[2], boxes[3], logits[0]) = (9, 9, .nan) }.isEmpty)
        #expect(decode { boxes, logits in (boxes[2], boxes[3], logits[0]) = (9, 9, 5) }.count == 1)
    }

    @Test("Logits are clipped before the sigmoid")
    func sigmoid() {
        #expect(BoxDecoder.sigmoid(0) == 0.5)
        #expect(BoxDecoder.sigmoid(1e6) == BoxDecoder.sigmoid(100))
        #expect(BoxDecoder.sigmoid(-1e6) > 0)
    }
}
