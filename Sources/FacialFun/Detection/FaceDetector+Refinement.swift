import FacialFunWire
import NeuralNetwork

/// Runs of the network on a window of the search and on a single candidate.
extension FaceDetector {
    /// Result of the low-confidence fallback on the weak candidates of a picture without other
    /// faces: at most one face, because doubtful crowds are not useful.
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
    /// Its confidence is the mean score of the search and the passes, a pass that shows nothing
    /// counting as 0.
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

    /// The face that a candidate turns out to be in two refinement passes, or `nil`; `nil` also for
    /// a head upside down.
    func confirmed(_ candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        guard let face = seen(candidate, as: candidate.confidence, workspace),
            face.confidence >= Self.uprightScore || !isUpsideDown(face, workspace)
        else { return nil }
        return face
    }

    /// The face that two refinement passes see at a place, or `nil`.
    ///
    /// Its confidence is the mean score of the search, if there was one, and the passes; its box
    /// and points are the mean of the passes.
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
            // Even the best scores in the passes to come would not do.
            let best = (score + passes - Double(number + 1)) / scoreCount
            guard best >= minScore else { return nil }
        }
        return mean.face(confidence: score / scoreCount)
    }

    /// Whether the network is surer of a face when it sees the place upside down.
    private func isUpsideDown(_ face: Face, _ workspace: DetectionWorkspace) -> Bool {
        let threshold = face.confidence + Self.upsideDownMargin
        // No score is higher than 1.
        guard threshold < 1 else { return false }
        return refine(.upsideDown, at: face, threshold: threshold, workspace) != nil
    }

    /// The face that a candidate turns out to be in one of the passes at every candidate, or `nil`.
    func pass(_ number: Int, at candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        refine(
            RefinementPass.all[number], at: candidate, threshold: Self.refinementThreshold,
            workspace)
    }

    /// The face that a candidate turns out to be in one pass, or `nil`.
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

    /// Samples, runs, decodes and merges; the workspace has then found faces in pixels of the input,
    /// the surest first.
    private func run(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        _ detection: DetectionWorkspace
    ) {
        answer(
            height: height, width: width, inputToImage: inputToImage, threshold: threshold,
            detection)
        detection.mergeAnchors()
    }

    /// Notes where a finer level has to look after a run.
    private func suspect(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        switch level.suspicion {
        case .smallFaces: suspectSmall(workspace, inputToImage, level, &suspected)
        case .faintAnchors: suspectFaint(workspace, inputToImage, level, &suspected)
        }
    }

    /// Notes the places of faces that one's anchors see, though faintly.
    private func suspectFaint(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        let anchors = AnchorGrid(height: workspace.inputHeight, width: workspace.inputWidth)
        workspace.withOutput("boxes") { boxes in
            workspace.withOutput("logits") { logits in
                for index in 0..<logits.count where logits[index] > SelectiveLevel.faintLogit {
                    let values = index * BoxDecoder.valuesPerAnchor
                    let middle = Point(
                        x: anchors[index].x + Double(boxes[values]),
                        y: anchors[index].y + Double(boxes[values + 1]))
                    guard let cell = level.cell(inputToImage.apply(middle)) else { continue }
                    suspected.insert(row: cell.row, column: cell.column)
                }
            }
        }
    }

    /// Notes the places of small faces that the network suspects.
    private func suspectSmall(
        _ workspace: Workspace, _ inputToImage: SimilarityTransform, _ level: SelectiveLevel,
        _ suspected: inout SuspectedCells
    ) {
        let columns = workspace.inputWidth / Self.cellSide
        workspace.withOutput(Self.smallFaces) { logits in
            for index in 0..<logits.count where logits[index] > 0 {
                let (row, column) = index.quotientAndRemainder(dividingBy: columns)
                let middle = Point(
                    x: (Double(column) + 0.5) * Double(Self.cellSide),
                    y: (Double(row) + 0.5) * Double(Self.cellSide))
                guard let cell = level.cell(inputToImage.apply(middle)) else { continue }
                suspected.insert(row: cell.row, column: cell.column)
            }
        }
    }

    /// Samples, runs and decodes; the workspace then holds what each anchor says, in pixels of the
    /// input.
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
            // `init` has seen that the network takes the smallest and the largest window and one
            // that is no square: it takes the multiples of 32 between them, too.
            preconditionFailure("the face detector cannot take \(height)×\(width): \(error)")
        }
    }
}
