import FaceGeometry
import FaceImaging
import NeuralNetwork

/// How the network is asked: about a window of the search, and about one place more closely.
extension FaceDetector {
    /// The face, if any, that a second chance finds among the faint candidates of a picture in which
    /// nothing else was found: at most one, for doubtful crowds help nobody.
    func faintFace(_ workspace: DetectionWorkspace, _ stop: StopCheck) -> Face? {
        guard let secondChance else { return nil }
        let image = workspace.pyramid.image
        for candidate in secondChance.candidates(among: workspace.faint, in: image) {
            if stop.isStopped { return nil }
            guard let face = faintly(candidate, workspace) else { continue }
            if secondChance.confirms(face, in: image) { return face }
        }
        return nil
    }

    /// What the closer looks show of a candidate, whatever their scores; `nil` where neither shows a
    /// face.
    ///
    /// Its confidence is the mean score of the search and the looks, a look that shows nothing
    /// counting as 0.
    private func faintly(_ candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        var mean = FaceMean()
        var (score, isSeen) = (candidate.confidence, false)
        for number in 0..<CloserLook.all.count {
            guard
                let face = look(
                    CloserLook.all[number], at: candidate, threshold: Self.lookScore, workspace)
            else { continue }
            mean.add(face)
            score += face.confidence
            isSeen = true
        }
        return isSeen ? mean.face(confidence: score / Double(CloserLook.all.count + 1)) : nil
    }

    /// The face that a candidate turns out to be in two closer looks, or `nil`; `nil` also for a
    /// head upside down.
    func confirmed(_ candidate: Face, _ workspace: DetectionWorkspace) -> Face? {
        guard let face = seen(candidate, as: candidate.confidence, workspace) else { return nil }
        return isUpsideDown(face, workspace) ? nil : face
    }

    /// The face that two closer looks see at a place, or `nil`.
    ///
    /// Its confidence is the mean score of the search, if there was one, and the looks; its box and
    /// points are the mean of the looks.
    func seen(
        _ candidate: Face, as searchScore: Double?, _ workspace: DetectionWorkspace
    ) -> Face? {
        let image = workspace.pyramid.image
        let shorterSide = Double(min(image.width, image.height))
        let isNear = candidate.box.width >= Self.nearShare * shorterSide
        let leastScore = isNear ? Self.nearFaceScore : Self.farFaceScore
        let looks = Double(CloserLook.all.count)
        let opinions = searchScore == nil ? looks : looks + 1
        var mean = FaceMean()
        var score = searchScore ?? 0
        for number in 0..<CloserLook.all.count {
            guard
                let face = look(
                    CloserLook.all[number], at: candidate, threshold: Self.lookScore, workspace)
            else { return nil }
            mean.add(face)
            score += face.confidence
            // Even the best scores in the looks to come would not do.
            let best = (score + looks - Double(number + 1)) / opinions
            guard best >= leastScore else { return nil }
        }
        return mean.face(confidence: score / opinions)
    }

    /// Whether the network is surer of a face when it sees the place upside down.
    private func isUpsideDown(_ face: Face, _ workspace: DetectionWorkspace) -> Bool {
        let threshold = face.confidence + Self.upsideDownMargin
        // No score is higher than 1.
        guard threshold < 1 else { return false }
        return look(.upsideDown, at: face, threshold: threshold, workspace) != nil
    }

    /// The face that a candidate turns out to be in one look, or `nil`.
    private func look(
        _ look: CloserLook, at candidate: Face, threshold: Double,
        _ workspace: DetectionWorkspace
    ) -> Face? {
        let map = look.inputToImage(candidate)
        run(
            height: look.inputSide, width: look.inputSide, inputToImage: map,
            threshold: threshold, workspace)
        return look.confirmed(workspace.found)?.mapped(map)
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

    /// Samples, runs and decodes; the workspace then holds what each anchor says, in pixels of the
    /// input.
    func answer(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        _ detection: DetectionWorkspace
    ) {
        let (image, reduction) = detection.pyramid.copy(step: inputToImage.scale)
        do throws(NetworkError) {
            try pools.withWorkspace(height: height, width: width) { workspace in
                sampler.fill(
                    workspace, from: image, reduction: reduction, inputToImage: inputToImage)
                network.run(workspace)
                BoxDecoder(anchors: AnchorGrid(height: height, width: width))
                    .append(to: &detection.anchors, from: workspace, threshold: threshold)
            }
        } catch {
            // `init` has seen that the network takes the smallest and the largest window and one
            // that is no square: it takes the multiples of 32 between them, too.
            preconditionFailure("the face detector cannot take \(height)×\(width): \(error)")
        }
    }
}
