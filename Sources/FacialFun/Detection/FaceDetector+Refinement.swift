import FacialFunWire
import NeuralNetwork

/// Runs of the network on a window of the search and on a single candidate.
extension FaceDetector {
    /// Result of the low-confidence fallback on the weak candidates of a picture without other
    /// faces: at most one face, because several doubtful faces at once are not useful.
    func fallbackFace(_ workspace: DetectionWorkspace, _ stop: CancellationCheck) -> Face? {
        guard let lowConfidenceFallback else { return nil }
        let image = workspace.pyramid.image
        for candidate in lowConfidenceFallback.candidates(among: workspace.faint, in: image) {
            if stop.isStopped { return nil }
            guard let face = refinedAtAnyScore(candidate, workspace) else { continue }
            if lowConfidenceFallback.confirms(face, in: image) { return face }
        }
        return nil
    }

    /// Result of the refinement passes of a candidate regardless of its score; `nil` if none shows
    /// a face.
    ///
    /// Its confidence is the mean score of the search and the passes; a pass without a face counts
    /// as 0.
    private func refinedAtAnyScore(_ candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        var mean = FaceMean()
        var (score, isSeen) = (candidate.confidence, false)
        for number in 0..<RefinementPass.all.count {
            guard let face = pass(number, at: candidate, workspace) else { continue }
            mean.add(face)
            score += face.confidence
            isSeen = true
        }
        return isSeen ? mean.face(confidence: score / Double(RefinementPass.all.count + 1)) : nil
    }

    /// The face of a candidate after two refinement passes; `nil` if there is none or it is upside
    /// down.
    func confirmed(_ candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        guard let face = seen(candidate, as: candidate.confidence, workspace),
            face.confidence >= Self.uprightScore || !isUpsideDown(face, workspace)
        else { return nil }
        return face
    }

    /// The face that two refinement passes find at a place; `nil` if there is none.
    ///
    /// Its confidence is the mean score of the search, if any, and the passes; its box and points
    /// are the mean of the passes.
    func seen(
        _ candidate: Face, as searchScore: Double?, _ workspace: DetectionWorkspace
    ) -> Face? {
        let known = workspace.passes[candidate]
        let image = workspace.pyramid.image
        let shorterSide = Double(min(image.width, image.height))
        let isNear = candidate.box.width >= Self.nearShare * shorterSide
        let minScore = isNear ? Self.nearFaceScore : Self.farFaceScore
        let passes = Double(RefinementPass.all.count)
        let scoreCount = searchScore == nil ? passes : passes + 1
        var mean = FaceMean()
        var score = searchScore ?? 0
        for number in 0..<RefinementPass.all.count {
            guard
                let face = known == nil ? pass(number, at: candidate, workspace) : known?[number]
            else { return nil }
            mean.add(face)
            score += face.confidence
            // Gives up if even perfect scores in the remaining passes would not suffice.
            let best = (score + passes - Double(number + 1)) / scoreCount
            guard best >= minScore else { return nil }
        }
        return mean.face(confidence: score / scoreCount)
    }

    /// Whether the network is more confident about the face when the picture is upside down.
    private func isUpsideDown(_ face: Face, _ workspace: DetectionWorkspace) -> Bool {
        let threshold = face.confidence + Self.upsideDownMargin
        // Skips the run if even a score of 1 would not be enough.
        guard threshold < 1 else { return false }
        return refine(.upsideDown, at: face, threshold: threshold, workspace) != nil
    }

    /// The face of a candidate in one of the passes that all candidates get; `nil` if there is
    /// none.
    func pass(_ number: Int, at candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        refine(
            RefinementPass.all[number], at: candidate, threshold: Self.refinementThreshold,
            workspace)
    }

    /// The face of a candidate in one pass; `nil` if there is none.
    private func refine(
        _ pass: RefinementPass, at candidate: Face, threshold: Double,
        _ workspace: DetectionWorkspace
    ) -> Face? {
        let map = pass.inputToImage(candidate)
        run(
            height: pass.inputSide, width: pass.inputSide, inputToImage: map,
            threshold: threshold, workspace)
        return pass.confirmed(workspace.found)?.mapped(map)
    }

    /// Samples, runs, decodes and merges; afterwards the workspace has the faces in pixels of the
    /// input, most confident first.
    private func run(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        _ detection: DetectionWorkspace
    ) {
        answer(
            height: height, width: width, inputToImage: inputToImage, threshold: threshold,
            detection)
        detection.mergeAnchors()
    }

    /// Records the places that a finer level has to examine after a run.
    private func suspect(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        switch level.suspicion {
        case .smallFaces: suspectSmall(workspace, inputToImage, level, &suspected)
        case .faintAnchors: suspectFaint(workspace, inputToImage, level, &suspected)
        }
    }

    /// Records the places of faces with low anchor scores.
    private func suspectFaint(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        let anchors = AnchorGrid(height: workspace.inputHeight, width: workspace.inputWidth)
        workspace.withOutput("boxes") { boxes in
            workspace.withOutput("logits") { logits in
                for index in 0..<logits.count where logits[index] > SelectiveLevel.faintLogit {
                    let values = index * BoxDecoder.valuesPerAnchor
                    let center = Point(
                        x: anchors[index].x + Double(boxes[values]),
                        y: anchors[index].y + Double(boxes[values + 1]))
                    guard let cell = level.cell(inputToImage.apply(center)) else { continue }
                    suspected.insert(row: cell.row, column: cell.column)
                }
            }
        }
    }

    /// Records the places where the network suspects small faces.
    private func suspectSmall(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        let columns = workspace.inputWidth / Self.cellSide
        workspace.withOutput(Self.smallFaces) { logits in
            for index in 0..<logits.count where logits[index] > 0 {
                let (row, column) = index.quotientAndRemainder(dividingBy: columns)
                let center = Point(
                    x: (Double(column) + 0.5) * Double(Self.cellSide),
                    y: (Double(row) + 0.5) * Double(Self.cellSide))
                guard let cell = level.cell(inputToImage.apply(center)) else { continue }
                suspected.insert(row: cell.row, column: cell.column)
            }
        }
    }

    /// Samples, runs and decodes; afterwards the workspace has the result of each anchor, in pixels
    /// of the input.
    func answer(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        _ detection: DetectionWorkspace, suspecting level: SelectiveLevel? = nil
    ) {
        let (image, reduction) = detection.pyramid.copy(step: inputToImage.scale)
        do throws(NetworkError) {
            try cache.withWorkspace(of: network, height: height, width: width) { workspace in
                sampler.fill(
                    workspace, from: image, reduction: reduction, inputToImage: inputToImage)
                network.run(workspace)
                BoxDecoder(anchors: AnchorGrid(height: height, width: width))
                    .append(to: &detection.anchors, from: workspace, threshold: threshold)
                if let level { suspect(workspace, inputToImage, level, &detection.suspected) }
            }
        } catch {
            // `init` has checked that the network supports the smallest and the largest window and
            // a non-square one; it therefore supports the multiples of 32 in between.
            preconditionFailure("the face detector does not support \(height)×\(width): \(error)")
        }
    }
}
