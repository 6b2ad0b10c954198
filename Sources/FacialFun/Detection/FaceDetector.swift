import FacialFunWire
package import NeuralNetwork

/// Finds all faces in an image: boxes, six keypoints, confidences.
///
/// The network runs on the image at several scales (``SearchPlan``), regardless of detections at
/// coarser ones. Each candidate is then refined upright at a fixed size (``RefinementPass``). If
/// nothing is found, the face mesh examines the most likely places (``LowConfidenceFallback``). The
/// same image gives the same faces, bit for bit, on any thread.
package final class FaceDetector: Sendable {
    /// The minimum score of a candidate in the search.
    static let candidateScore = 0.4
    /// The same where a search for near faces has found a surer one and looks at what it suspects besides.
    static let suspectedCandidateScore = 0.5
    /// A face as wide as this share of the image's shorter side is near.
    static let nearShare = 0.5
    /// The minimum confidence of a near face.
    ///
    /// The model card has the curves: what is taken for a face by mistake is mostly small.
    static let nearFaceScore = 0.62
    /// The minimum confidence of any other face.
    static let farFaceScore = 0.68
    /// The minimum score of a face in a refinement pass.
    static let refinementThreshold = 0.1
    /// A face that the network is surer of by this much when it is turned by half a turn stands
    /// upside down.
    static let upsideDownMargin = 0.08
    /// A face of this confidence stands upright: of 5,000 faces upside down 12 reach it that the look at the
    /// head upside down would have turned away.
    static let uprightScore = 0.78
    /// Maximum number of candidates to refine per evaluation of the plan, most confident first.
    static let refinementsPerEvaluation = 4.0
    /// Number of candidates to refine in a short plan.
    static let minRefinements = 16

    /// Name of the output with a logit for each cell: whether it contains the center of a face too
    /// small to be found.
    ///
    /// Without this output, small faces are searched everywhere.
    static let smallFaces = "smallFaces"
    /// Side of a cell of ``smallFaces`` in samples.
    static let cellSide = 8

    /// The network.
    package let network: Network
    let cache: WorkspaceCache
    let sampler: InputSampler
    let lowConfidenceFallback: LowConfidenceFallback?
    private let saysWhereSmallFacesAre: Bool
    // Nested work on a thread needs additional workspaces; those beyond one per processor are not
    // kept.
    let workspaces = Pool(maxIdle: AvailableProcessors.count) { DetectionWorkspace() }
    /// Those of the threads that share the work on one picture.
    let workerWorkspaces = Pool(maxIdle: AvailableProcessors.count) { DetectionWorkspace() }

    /// Loads the detector.
    ///
    /// - Parameters:
    ///   - modelDirectory: The folder `face-detector` with manifest and weights.
    ///   - landmarker: The face mesh; without it there is no low-confidence fallback.
    ///   - cache: Where the workspaces are kept.
    /// - Throws: A ``NetworkError`` when the files cannot be read or are not this detector.
    package convenience init(
        modelDirectory: String, landmarker: FaceLandmarker? = nil,
        cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        try self.init(
            network: Network(directory: modelDirectory), landmarker: landmarker, cache: cache)
    }

    /// Makes a detector of a loaded network.
    ///
    /// - Parameters:
    ///   - network: The detector's network.
    ///   - landmarker: The face mesh; without it there is no low-confidence fallback.
    ///   - cache: Where the workspaces are kept.
    /// - Throws: `invalidGraph` when the network is not this detector.
    package init(
        network: Network, landmarker: FaceLandmarker? = nil,
        cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        guard Self.isFaceDetector(network) else {
            throw NetworkError(
                code: .invalidGraph,
                message:
                    "\(network.manifest.name) is not the face detector: it must take RGB input "
                    + "of flexible size and give boxes [anchors, 16] and logits [anchors, 1]. "
                    + "Install the model again.")
        }
        (self.network, self.cache) = (network, cache)
        saysWhereSmallFacesAre = network.manifest.outputs.contains(Self.smallFaces)
        sampler = InputSampler(network.manifest.input, outside: 127.5)
        lowConfidenceFallback = landmarker.map {
            LowConfidenceFallback(meshAugmentation: MeshTestTimeAugmentation(landmarker: $0))
        }
    }

    /// Whether a network takes and gives what this code expects.
    private static func isFaceDetector(_ network: Network) -> Bool {
        let manifest = network.manifest
        guard manifest.task == .faceDetection, manifest.input.flexible,
            manifest.input.channels == 3,
            Set(manifest.outputs).subtracting([smallFaces]) == ["boxes", "logits"]
        else { return false }
        let (side, wide, longest) = (
            SearchPlan.minSide, SearchPlan.minSide + SearchPlan.sideMultiple,
            SearchPlan.longestSide
        )
        return [(side, side), (side, wide), (wide, side), (longest, longest)].allSatisfy {
            givesAnchors(network, height: $0, width: $1)
        }
    }

    /// Whether a network gives a box and a logit for each anchor at an input size.
    private static func givesAnchors(_ network: Network, height: Int, width: Int) -> Bool {
        let anchors = AnchorGrid(height: height, width: width).count
        let shapes = try? network.outputShapes(height: height, width: width)
        let cells = [height / cellSide * (width / cellSide), 1]
        return shapes?["boxes"] == [anchors, BoxDecoder.valuesPerAnchor]
            && shapes?["logits"] == [anchors, 1] && shapes?[smallFaces, default: cells] == cells
    }

    /// Finds the faces in an image.
    ///
    /// - Parameters:
    ///   - image: The image, of any size and shape.
    ///   - smallestFace: The width of the narrowest box to find, in pixels, above 0; see
    ///     ``SearchBudget``. Narrower faces may be found, too.
    /// - Returns: The faces in pixels of the image, the largest box first.
    /// - Complexity: ``SearchPlan/evaluations`` runs of the network on 128×128 pixels; for each
    ///   candidate one or two runs on 96×96 and at most one on 128×128, with at most four
    ///   candidates per evaluation. If nothing is found, two more runs on 96×96 and up to 18 runs
    ///   of the mesh for each of at most two near candidates.
    package func detect(in image: Image, smallestFace: Double) -> [Face] {
        var faces: [Face] = []
        detect(in: image, smallestFace: smallestFace, into: &faces)
        return faces
    }

    /// The same as ``detect(in:smallestFace:)``, for a caller who may give it up.
    ///
    /// - Parameters:
    ///   - image: As there.
    ///   - smallestFace: As there.
    ///   - workers: How many threads share the work; the faces are the same, bit for bit.
    ///   - stop: Asked before each window of the search and each candidate.
    /// - Returns: As there.
    /// - Throws: `stopped`, nothing else.
    package func detect(
        in image: Image, smallestFace: Double, workers: Int = 1, stop: CancellationCheck
    ) throws(ImageError) -> [Face] {
        var faces: [Face] = []
        detect(in: image, smallestFace: smallestFace, workers: workers, stop: stop, into: &faces)
        try stop.check()
        return faces
    }

    /// The same as ``detect(in:smallestFace:)`` into an array that is used again.
    ///
    /// - Parameters:
    ///   - image: As there.
    ///   - smallestFace: As there.
    ///   - workers: How many threads share the work; the faces are the same, bit for bit.
    ///   - faces: Is emptied, and gets the faces.
    /// - Complexity: As there. One thread allocates nothing for a picture of the size of the one before,
    ///   unless it has more faces than any so far.
    package func detect(
        in image: Image, smallestFace: Double, workers: Int = 1, into faces: inout [Face]
    ) {
        detect(
            in: image, smallestFace: smallestFace, workers: workers, stop: .never, into: &faces)
    }

    /// Implementation of the public methods; the result is meaningless if the work was stopped.
    private func detect(
        in image: Image, smallestFace: Double, workers: Int, stop: CancellationCheck,
        into faces: inout [Face]
    ) {
        faces.removeAll(keepingCapacity: true)
        workspaces.withElement { workspace in
            workspace.begin(image, workers: workers)
            defer { workspace.pyramid.end() }
            let plan = workspace.searchPlan(
                width: image.width, height: image.height, smallestFace: smallestFace,
                selects: saysWhereSmallFacesAre)
            search(plan, workspace, stop)
            if workspace.workers > 1 {
                faces += confirmedSideBySide(workspace, stop)
            } else {
                for index in 0..<workspace.candidates.count {
                    if stop.isStopped { break }
                    if let face = confirmed(workspace.candidates[index], workspace) {
                        faces.append(face)
                    }
                }
            }
            if faces.count == 0, let face = fallbackFace(workspace, stop) { faces.append(face) }
        }
        NonMaximumSuppression(overlap: 0.3).reduce(&faces)
        faces.order(by: Face.isLarger)
    }

    /// Looks where faces were in the picture before, without searching the rest.
    ///
    /// - Parameters:
    ///   - faces: The faces of the picture before, in pixels of the image; each is replaced by what
    ///     two refinement passes find there, or by nil, where that is no longer surely a face.
    ///   - image: The image.
    ///   - workers: How many threads share the work; the faces are the same, bit for bit.
    /// - Complexity: At most two runs of the network on 96×96 pixels for each face.
    func follow(_ faces: inout [TrackedFace?], in image: Image, workers: Int = 1) {
        workspaces.withElement { workspace in
            workspace.begin(image, workers: workers)
            defer { workspace.pyramid.end() }
            if workers > 1 { passSideBySide(faces.compactMap { $0?.face }, workspace) }
            for index in 0..<faces.count {
                guard var tracked = faces[index] else { continue }
                if let face = seen(tracked.face, as: nil, workspace) {
                    tracked.face = face
                    tracked.template = FaceTemplate(face, in: &workspace.pyramid)
                    faces[index] = tracked
                } else {
                    faces[index] = nil
                }
            }
        }
    }

    /// Computes the templates of the faces in an image, one after the other.
    func sign(_ faces: [Face], in image: Image, _ body: (Face, FaceTemplate) -> Void) {
        workspaces.withElement { workspace in
            workspace.begin(image, workers: 1)
            defer { workspace.pyramid.end() }
            for index in 0..<faces.count {
                body(faces[index], FaceTemplate(faces[index], in: &workspace.pyramid))
            }
        }
    }

    /// Finds the candidates of all windows, the surest, as many as are worth a second look, and
    /// those for a low-confidence fallback, among which the former are again.
    private func search(
        _ plan: SearchPlan, _ workspace: DetectionWorkspace, _ stop: CancellationCheck
    ) {
        workspace.candidates.removeAll(keepingCapacity: true)
        workspace.faint.removeAll(keepingCapacity: true)
        if let level = plan.selective {
            workspace.suspected.begin(rows: level.rows, columns: level.columns)
        }
        if workspace.workers > 1, plan.windows.count > 1 {
            searchSideBySide(
                plan.windows, workspace, stop,
                suspecting: (plan.selective, plan.windows.count - plan.selectingWindows))
        } else {
            for index in 0..<plan.windows.count {
                if stop.isStopped { return }
                let selects = index >= plan.windows.count - plan.selectingWindows
                search(plan.windows[index], workspace, suspecting: selects ? plan.selective : nil)
            }
        }
        if let level = plan.selective { searchFinest(level, of: plan, workspace, stop) }
        let passes = max(Self.minRefinements, Int(plan.evaluations * Self.refinementsPerEvaluation))
        NonMaximumSuppression(overlap: 0.5).reduce(&workspace.candidates, limit: passes)
    }

    /// Searches what the coarser levels have left unsettled.
    private func searchFinest(
        _ level: SelectiveLevel, of plan: SearchPlan, _ workspace: DetectionWorkspace,
        _ stop: CancellationCheck
    ) {
        var isSettled = level.suspicion == .smallFaces
        for index in 0..<workspace.candidates.count {
            let face = workspace.candidates[index]
            guard level.isSettling(face) else { continue }
            workspace.suspected.remove(inside: face.box, of: level)
            isSettled = true
        }
        guard isSettled else {
            search(plan.reserve, workspace, stop)
            search(level.everywhere, workspace, stop)
            return
        }
        guard workspace.suspected.count > 0 else { return }
        switch level.suspicion {
        case .smallFaces:
            search(level.windows(about: workspace.suspected), workspace, stop)
        case .faintAnchors:
            let least = Self.suspectedCandidateScore
            if let window = level.window(about: workspace.suspected) {
                if workspace.workers > 1 {
                    searchSideBySide([window], workspace, stop, least: least, confirming: level)
                } else {
                    search(window, workspace, suspecting: nil, least: least)
                }
            } else {
                search(level.everywhere, workspace, stop, least: least)
            }
        }
    }

    /// Adds what is found in windows to the candidates.
    private func search(
        _ windows: [SearchPlan.Window], _ workspace: DetectionWorkspace,
        _ stop: CancellationCheck, least: Double = FaceDetector.candidateScore
    ) {
        if workspace.workers > 1, windows.count > 1 {
            searchSideBySide(windows, workspace, stop, least: least)
            return
        }
        for index in 0..<windows.count {
            if stop.isStopped { return }
            search(windows[index], workspace, suspecting: nil, least: least)
        }
    }

    /// Adds what is found in one window to the candidates, and where a finer level has to look.
    func search(
        _ window: SearchPlan.Window, _ workspace: DetectionWorkspace,
        suspecting level: SelectiveLevel?, least: Double = FaceDetector.candidateScore
    ) {
        let map = window.inputToImage
        answer(
            height: window.height, width: window.width, inputToImage: map,
            threshold: lowConfidenceFallback == nil
                ? Self.candidateScore : LowConfidenceFallback.candidateScore, workspace,
            suspecting: level)
        workspace.mergeSureAnchors(least: least)
        for found in 0..<workspace.found.count {
            workspace.candidates.append(workspace.found[found].mapped(map))
        }
        workspace.mergeAnchors()
        guard lowConfidenceFallback != nil else { return }
        for found in 0..<workspace.found.count {
            workspace.faint.append(workspace.found[found].mapped(map))
        }
    }
}
