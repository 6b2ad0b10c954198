import FaceGeometry
public import FaceImaging
public import NeuralNetwork

/// Finds all faces in an image: boxes, six keypoints, confidences.
///
/// The network sees the image at several scales (``SearchPlan``), whatever has been found at the
/// coarser ones; each candidate is then looked at more closely, upright and equally
/// large (``CloserLook``). Where all that finds nothing, the face mesh is asked about the likeliest
/// places (``SecondChance``). The same image gives the same faces, bit for bit, on any thread.
public final class FaceDetector: Sendable {
    /// The least score of a candidate in the search.
    static let candidateScore = 0.4
    /// A face as wide as this share of the image's shorter side is near.
    static let nearShare = 0.5
    /// The least confidence of a near face.
    ///
    /// The model card has the curves: what is taken for a face by mistake is mostly small.
    static let nearFaceScore = 0.62
    /// The least confidence of any other face.
    static let farFaceScore = 0.68
    /// The least score of a face in a closer look.
    static let lookScore = 0.1
    /// A face that the network is surer of by this much when it is turned by half a turn stands
    /// upside down.
    static let upsideDownMargin = 0.08
    /// So many candidates are looked at again for each evaluation of the plan, the surest first.
    static let looksPerEvaluation = 4.0
    /// In a short plan so many candidates are looked at.
    static let leastLooks = 16

    private let pools: WorkspacePools
    private let sampler: InputSampler
    private let secondChance: SecondChance?

    /// The network.
    public var network: Network { pools.network }

    /// Loads the detector.
    ///
    /// - Parameters:
    ///   - modelDirectory: The folder `face-detector` with manifest and weights.
    ///   - landmarker: The face mesh; without it there is no second chance.
    /// - Throws: A ``NetworkError`` when the files cannot be read or are not this detector.
    public convenience init(
        modelDirectory: String, landmarker: FaceLandmarker? = nil
    ) throws(NetworkError) {
        try self.init(network: Network(directory: modelDirectory), landmarker: landmarker)
    }

    /// Makes a detector of a loaded network.
    ///
    /// - Parameters:
    ///   - network: The detector's network.
    ///   - landmarker: The face mesh; without it there is no second chance.
    /// - Throws: `invalidGraph` when the network is not this detector.
    public init(network: Network, landmarker: FaceLandmarker? = nil) throws(NetworkError) {
        let pools = WorkspacePools(network)
        guard Self.isFaceDetector(pools) else {
            throw NetworkError(
                code: .invalidGraph,
                message:
                    "\(network.manifest.name) is not the face detector: it must take RGB input "
                    + "of flexible size and give boxes [anchors, 16] and logits [anchors, 1]. "
                    + "Install the model again.")
        }
        self.pools = pools
        sampler = InputSampler(network.manifest.input, outside: 127.5)
        secondChance = landmarker.map { SecondChance(panel: MeshPanel(landmarker: $0)) }
    }

    /// Whether a network takes and gives what this code expects.
    private static func isFaceDetector(_ pools: WorkspacePools) -> Bool {
        let network = pools.network
        let manifest = network.manifest
        guard manifest.task == .faceDetection, manifest.input.flexible,
            manifest.input.channels == 3, Set(manifest.outputs) == ["boxes", "logits"]
        else { return false }
        let (side, wide, longest) = (
            SearchPlan.baseSide, SearchPlan.baseSide + SearchPlan.sideMultiple,
            SearchPlan.longestSide
        )
        // These are not kept: most pictures need other sizes.
        for (height, width) in [(side, wide), (wide, side), (longest, longest)] {
            guard let workspace = try? network.makeWorkspace(height: height, width: width),
                givesAnchors(workspace, height: height, width: width)
            else { return false }
        }
        let fits = try? pools.withWorkspace(height: side, width: side) {
            givesAnchors($0, height: side, width: side)
        }
        return fits == true
    }

    /// Whether a workspace for an input size gives a box and a logit for each anchor.
    private static func givesAnchors(_ workspace: Workspace, height: Int, width: Int) -> Bool {
        let anchors = AnchorGrid(height: height, width: width).count
        return workspace.outputShape("boxes") == [anchors, BoxDecoder.valuesPerAnchor]
            && workspace.outputShape("logits") == [anchors, 1]
    }

    /// Finds the faces in an image.
    ///
    /// - Parameters:
    ///   - image: The image, of any size and shape.
    ///   - smallestFace: The width of the narrowest box to find, in pixels, above 0; see
    ///     ``SearchBudget``. Narrower faces may be found, too.
    /// - Returns: The faces in pixels of the image, the largest box first.
    /// - Complexity: ``SearchPlan/evaluations`` runs of the network on 128×128 pixels and one to
    ///   three for each candidate, of which at most four times as many are looked at. Where nothing
    ///   is found, two more for each of at most two near candidates, and up to 18 runs of the mesh.
    public func detect(in image: Image, smallestFace: Double) -> [Face] {
        var pyramid = ImagePyramid(image)
        let plan = SearchPlan(
            width: image.width, height: image.height, smallestFace: smallestFace)
        let found = search(plan, in: &pyramid)
        let looks = max(Self.leastLooks, Int(plan.evaluations * Self.looksPerEvaluation))
        var faces = DuplicateRemoval(overlap: 0.5).reduced(found.candidates, limit: looks)
            .compactMap { confirmed($0, in: &pyramid) }
        if faces.isEmpty, let face = faintFace(among: found.faint, in: &pyramid) { faces = [face] }
        return DuplicateRemoval(overlap: 0.3).reduced(faces).sorted(by: Face.isLarger)
    }

    /// What the search finds: the candidates of all windows, and those for a second chance, among
    /// which the former are again.
    private func search(
        _ plan: SearchPlan, in pyramid: inout ImagePyramid
    ) -> (candidates: [Face], faint: [Face]) {
        var (candidates, faint): ([Face], [Face]) = ([], [])
        for window in plan.windows {
            let seen = answers(
                height: window.height, width: window.width, inputToImage: window.inputToImage,
                threshold: secondChance == nil ? Self.candidateScore : SecondChance.candidateScore,
                in: &pyramid)
            let sure = seen.filter { $0.confidence >= Self.candidateScore }
            candidates += WeightedSuppression().merged(sure).map { $0.mapped(window.inputToImage) }
            guard secondChance != nil else { continue }
            faint += WeightedSuppression().merged(seen).map { $0.mapped(window.inputToImage) }
        }
        return (candidates, faint)
    }

    /// The face, if any, that a second chance finds among the faint candidates of a picture in which
    /// nothing else was found: at most one, for doubtful crowds help nobody.
    private func faintFace(among faint: [Face], in pyramid: inout ImagePyramid) -> Face? {
        guard let secondChance else { return nil }
        for candidate in secondChance.candidates(among: faint, in: pyramid.image) {
            guard let face = seen(candidate, in: &pyramid) else { continue }
            if secondChance.confirms(face, in: pyramid.image) { return face }
        }
        return nil
    }

    /// What the closer looks show of a candidate, whatever their scores; `nil` where neither shows a
    /// face.
    ///
    /// Its confidence is the mean score of the search and the looks, a look that shows nothing
    /// counting as 0.
    private func seen(_ candidate: Face, in pyramid: inout ImagePyramid) -> Face? {
        let seen = CloserLook.all.compactMap {
            look($0, at: candidate, threshold: Self.lookScore, in: &pyramid)
        }
        guard !seen.isEmpty else { return nil }
        let score = seen.reduce(candidate.confidence) { $0 + $1.confidence }
        return WeightedSuppression.mean(
            seen, confidence: score / Double(CloserLook.all.count + 1))
    }

    /// The face that a candidate turns out to be in two closer looks, or `nil`; `nil` also for a
    /// head upside down.
    ///
    /// Its confidence is the mean score of the search and the looks, its box and points the mean of
    /// the looks.
    func confirmed(_ candidate: Face, in pyramid: inout ImagePyramid) -> Face? {
        let shorterSide = Double(min(pyramid.image.width, pyramid.image.height))
        let isNear = candidate.box.width >= Self.nearShare * shorterSide
        let leastScore = isNear ? Self.nearFaceScore : Self.farFaceScore
        var seen: [Face] = []
        var score = candidate.confidence
        for (number, look) in CloserLook.all.enumerated() {
            guard
                let face = self.look(look, at: candidate, threshold: Self.lookScore, in: &pyramid)
            else { return nil }
            seen.append(face)
            score += face.confidence
            // Even the best scores in the looks to come would not do.
            let rest = CloserLook.all.count - number - 1
            let best = (score + Double(rest)) / Double(CloserLook.all.count + 1)
            guard best >= leastScore else { return nil }
        }
        let face = WeightedSuppression.mean(
            seen, confidence: score / Double(CloserLook.all.count + 1))
        return isUpsideDown(face, in: &pyramid) ? nil : face
    }

    /// Whether the network is surer of a face when it sees the place upside down.
    private func isUpsideDown(_ face: Face, in pyramid: inout ImagePyramid) -> Bool {
        let threshold = face.confidence + Self.upsideDownMargin
        return look(.upsideDown, at: face, threshold: threshold, in: &pyramid) != nil
    }

    /// The face that a candidate turns out to be in one look, or `nil`.
    func look(
        _ look: CloserLook, at candidate: Face, threshold: Double, in pyramid: inout ImagePyramid
    ) -> Face? {
        let map = look.inputToImage(candidate)
        let faces = run(
            height: SearchPlan.baseSide, width: SearchPlan.baseSide, inputToImage: map,
            threshold: threshold, in: &pyramid)
        return look.confirmed(faces)?.mapped(map)
    }

    /// Samples, runs, decodes and merges: faces in pixels of the input, the surest first.
    private func run(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        in pyramid: inout ImagePyramid
    ) -> [Face] {
        WeightedSuppression().merged(
            answers(
                height: height, width: width, inputToImage: inputToImage, threshold: threshold,
                in: &pyramid))
    }

    /// Samples, runs and decodes: what each anchor says, in pixels of the input.
    private func answers(
        height: Int, width: Int, inputToImage: SimilarityTransform, threshold: Double,
        in pyramid: inout ImagePyramid
    ) -> [Face] {
        let (image, reduction) = pyramid.copy(step: inputToImage.scale)
        do throws(NetworkError) {
            return try pools.withWorkspace(height: height, width: width) { workspace in
                sampler.fill(
                    workspace, from: image, reduction: reduction, inputToImage: inputToImage)
                network.run(workspace)
                let decoder = BoxDecoder(anchors: AnchorGrid(height: height, width: width))
                return decoder.faces(in: workspace, threshold: threshold)
            }
        } catch {
            // `init` has seen that the network takes the smallest and the largest window and one
            // that is no square: it takes the multiples of 32 between them, too.
            preconditionFailure("the face detector cannot take \(height)×\(width): \(error)")
        }
    }
}
