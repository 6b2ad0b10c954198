import FacialFunWire
import NeuralNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// Decodes the network's outputs to faces.
struct BoxDecoder: Hashable, Sendable {
    /// Numbers per anchor: center and size of the box, then six points.
    static let valuesPerAnchor = 16
    /// Scores are sigmoids of logits clipped to ± this limit.
    static let logitLimit = 100.0

    /// The anchors of the input.
    let anchors: AnchorGrid

    /// The faces in a workspace after a run, in pixels of the input, in the order of the anchors.
    ///
    /// - Parameters:
    ///   - workspace: A workspace of the detector for the anchors' input size.
    ///   - threshold: The minimum score, above 0 and below 1.
    /// - Returns: The faces of all anchors with sufficient scores.
    func faces(in workspace: Workspace, threshold: Double) -> [Face] {
        workspace.withOutput("boxes") { boxes in
            workspace.withOutput("logits") { logits in
                faces(boxes: boxes, logits: logits, threshold: threshold)
            }
        }
    }

    /// The faces in the outputs `boxes` [anchors, 16] and `logits` [anchors, 1].
    func faces(
        boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>, threshold: Double
    ) -> [Face] {
        var faces: [Face] = []
        append(to: &faces, boxes: boxes, logits: logits, threshold: threshold)
        return faces
    }

    /// Appends the faces in a workspace after a run.
    func append(to faces: inout [Face], from workspace: Workspace, threshold: Double) {
        workspace.withOutput("boxes") { boxes in
            workspace.withOutput("logits") { logits in
                append(to: &faces, boxes: boxes, logits: logits, threshold: threshold)
            }
        }
    }

    private func append(
        to faces: inout [Face], boxes: UnsafeBufferPointer<Float>,
        logits: UnsafeBufferPointer<Float>, threshold: Double
    ) {
        precondition(logits.count == anchors.count, "expected one logit per anchor")
        precondition(
            boxes.count == anchors.count * Self.valuesPerAnchor,
            "expected sixteen numbers per anchor")
        let minLogit = log(threshold / (1 - threshold))
        for index in 0..<anchors.count where Double(logits[index]) >= minLogit {
            let values = UnsafeBufferPointer(
                rebasing: boxes[
                    index * Self.valuesPerAnchor..<(index + 1) * Self.valuesPerAnchor])
            if let face = face(values, anchor: anchors[index], logit: logits[index]) {
                faces.append(face)
            }
        }
    }

    /// The face of an anchor; `nil` if the box is empty or a number is not finite.
    private func face(
        _ values: UnsafeBufferPointer<Float>, anchor: Point, logit: Float
    ) -> Face? {
        func point(_ index: Int) -> Point {
            Point(
                x: anchor.x + Double(values[2 * index]), y: anchor.y + Double(values[2 * index + 1])
            )
        }
        let (width, height) = (Double(values[2]), Double(values[3]))
        guard width > 0, height > 0 else { return nil }
        for index in 0..<values.count {
            guard values[index].isFinite else { return nil }
        }
        let center = point(0)
        return Face(
            box: Box(
                x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
            keypoints: FaceKeypoints(
                rightEye: point(2), leftEye: point(3), noseTip: point(4), mouthCentre: point(5),
                rightEar: point(6), leftEar: point(7)),
            confidence: Self.sigmoid(Double(logit)))
    }

    /// 1 / (1 + e⁻ˣ) of the clipped logit.
    static func sigmoid(_ logit: Double) -> Double {
        1 / (1 + exp(-min(max(logit, -logitLimit), logitLimit)))
    }
}
